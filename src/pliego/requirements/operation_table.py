"""The rows of the table for the section `operation`: machines, networks, people, security and the end."""

from typing import Final

from pliego.requirements.model import Area, Direction, PilotCaseKind, Verification
from pliego.requirements.rules import HOW_OFTEN, MANAGEMENT, SUPPORT_HOURS, TENANCY, Part, Rule

_MOST, _LEAST, _YES = Direction.AT_MOST, Direction.AT_LEAST, Direction.YES
_EXACT, _COVERS, _TEXT = Direction.EXACT, Direction.COVERS, Direction.TEXT
_DOCUMENT, _REPORT = Verification.DOCUMENT, Verification.CONTRACT_AND_REPORT

_machine = Part(("operation",), Area.HARDWARE, "machine").rule
_storage = Part(("operation", "storage"), Area.STORAGE, "storage").rule
_network = Part(("operation", "networks"), Area.NETWORK, "network").rule
_operation = Part(("operation",), Area.OPERATION, "operation").rule
_security = Part(("operation", "security"), Area.SECURITY, "security").rule
_exit = Part(("operation", "exit"), Area.EXIT, "exit").rule
_energy = Part(("operation", "sustainability"), Area.SUSTAINABILITY, "energy").rule

OPERATION_RULES: Final[tuple[Rule, ...]] = (
    _machine("cpu_cores_per_accelerator", _LEAST, "data_sheet", _DOCUMENT),
    _machine("ram_per_accelerator", _LEAST, "data_sheet", _DOCUMENT),
    _machine("cpu_cores", _LEAST, "data_sheet", _DOCUMENT),
    _machine("ram", _LEAST, "data_sheet", _DOCUMENT),
    _storage("*.capacity", _LEAST, "data_sheet", _DOCUMENT),
    _storage("*.read_rate", _LEAST, "storage_report", PilotCaseKind.STORAGE),
    _storage("*.write_rate", _LEAST, "storage_report", PilotCaseKind.STORAGE),
    _storage("*.survives", _COVERS, "storage_concept", _DOCUMENT),
    *(
        row
        for name in ("compute", "storage", "management")
        for row in (
            _network(f"{name}.bandwidth", _LEAST, "network_plan", _DOCUMENT),
            _network(f"{name}.separate", _YES, "network_plan", PilotCaseKind.SEPARATION),
        )
    ),
    _network("internet", _LEAST, "network_plan", _DOCUMENT),
    _network("private_connection", _YES, "network_plan", _DOCUMENT),
    _operation("management", _EXACT, "responsibilities", order=MANAGEMENT),
    _operation("access", _COVERS, "service_description", PilotCaseKind.START_UP),
    _operation("monitoring.figures", _COVERS, "monitoring_sample", PilotCaseKind.ACCEPTANCE_LOAD),
    _operation("monitoring.interval", _MOST, "monitoring_sample", PilotCaseKind.ACCEPTANCE_LOAD),
    _operation("monitoring.export", _YES, "monitoring_sample", PilotCaseKind.ACCEPTANCE_LOAD),
    _operation("monitoring.retention", _LEAST, "service_description"),
    _operation("versions.driver", _LEAST, "version_list", PilotCaseKind.START_UP),
    _operation("versions.framework", _LEAST, "version_list", PilotCaseKind.START_UP),
    _operation("versions.runtime", _LEAST, "version_list", PilotCaseKind.START_UP),
    _operation("versions.pinned", _YES, "change_process"),
    _operation("versions.notice", _LEAST, "change_process"),
    _operation("versions.rollback", _MOST, "change_process"),
    _operation("maintenance.window", _TEXT, "service_level_annex"),
    _operation("maintenance.notice", _LEAST, "service_level_annex"),
    _operation("maintenance.per_month", _MOST, "service_level_annex", _REPORT),
    _operation("support.hours", _LEAST, "service_level_annex", order=SUPPORT_HOURS),
    _operation("support.languages", _COVERS, "service_level_annex"),
    _operation("support.response", _MOST, "service_level_annex", _REPORT),
    _operation("credits.automatic", _YES, "service_level_annex"),
    _operation("credits.cap", _LEAST, "service_level_annex"),
    _operation("credits.termination_after", _MOST, "service_level_annex"),
    _operation("replacement_time", _MOST, "service_level_annex", _REPORT),
    _operation("lead_time", _MOST, "delivery_plan"),
    _operation("growth.capacity", _LEAST, "delivery_plan"),
    _operation("growth.within", _MOST, "delivery_plan"),
    _security("tenancy", _LEAST, "security_concept", _DOCUMENT, order=TENANCY),
    _security("multi_factor", _YES, "security_concept", _DOCUMENT),
    _security("roles", _YES, "security_concept", _DOCUMENT),
    _security("encryption_at_rest", _YES, "security_concept", _DOCUMENT),
    _security("encryption_in_transit", _YES, "security_concept", _DOCUMENT),
    _security("environments_separated", _YES, "security_concept", _DOCUMENT),
    _security("audit_log", _YES, "audit_log_sample", PilotCaseKind.SEPARATION),
    _security("audit_log_retention", _LEAST, "security_concept"),
    _security("incident_notice", _MOST, "service_level_annex"),
    _security("penetration_test", _LEAST, "test_summary", _DOCUMENT, order=HOW_OFTEN),
    Part(("operation",), Area.CERTIFICATES).rule("certificates", _COVERS, "certificate_copy", _DOCUMENT),
    _exit("notice", _MOST, "exit_plan"),
    _exit("transition", _MOST, "exit_plan"),
    _exit("retrieval", _LEAST, "exit_plan"),
    _exit("formats", _COVERS, "exit_plan"),
    _exit("no_charge", _YES, "price_sheet"),
    _exit("deletion_certificate", _YES, "deletion_certificate_sample"),
    _exit("deletion_within", _MOST, "exit_plan"),
    _energy("power_usage_effectiveness", _MOST, "energy_statement", _DOCUMENT),
    _energy("renewable_energy", _LEAST, "energy_statement", _DOCUMENT),
    _energy("energy_report", _LEAST, "energy_statement", _REPORT, order=HOW_OFTEN),
)
"""Rows of `operation`, in the order of the document."""
