"""YAML to data with positions: PyYAML's C parser composes a node graph, one walk makes data of it.

Narrower than YAML on purpose: no tags, no keys but text, no duplicate keys, one document, bounded depth and
size. Wider than the core schema in one point: `<<` merges mappings, because people rely on it.
"""

from collections.abc import Iterator
from typing import Final

from yaml import MappingNode, MarkedYAMLError, Node, ScalarNode, SequenceNode
from yaml._yaml import CParser
from yaml.reader import ReaderError

from pliego.findings import LONGEST_PART, Finding, Place, SpecPath
from pliego.spec.scalars import plain_scalar
from pliego.spec.source import Data, Offsets, Source, Unreadable

DEEPEST: Final = 64
MOST_VALUES: Final = 30_000
"""Keys and entries of a spec; one for a large tender has a few thousand."""

_PLAIN: Final = "plain"
_QUOTED: Final = "quoted"
_COLLECTION: Final = "collection"
_NO_TAG: Final = frozenset({_PLAIN, _QUOTED, _COLLECTION})


def read_yaml(name: str, text: str) -> tuple[Source, tuple[Finding, ...]]:
    """Return the source and the faults of its form; the data are None where the text is no YAML."""
    unread = Source(name, text)
    try:
        root = _compose(unread)
        if root is None or (root.tag == _PLAIN and plain_scalar(root.value) is None):
            return unread, (Finding("P104", hint="`pliego new` writes a spec to start from"),)
        walk = _Walk(unread, root)
        data = walk.value(root, ())
    except Unreadable as fault:
        return unread, (fault.finding,)
    return Source(name, text, data, walk.offsets, walk.written), tuple(walk.findings)


class _Composer(CParser):
    """PyYAML's C composer, told to keep unquoted and quoted scalars apart, and to stop at a bounded depth and size."""

    def __init__(self, source: Source) -> None:
        super().__init__(source.text)
        self._source = source
        self._depth = 0
        self._written = 0

    def resolve(self, kind: type[Node], _value: str | None, implicit: object) -> str:
        if kind is not ScalarNode:
            return _COLLECTION
        return _PLAIN if isinstance(implicit, tuple) and implicit[0] else _QUOTED

    def descend_resolver(self, parent: Node | None, index: object) -> None:
        self._depth += 1
        self._written += index is not None  # it is None of a key
        if self._written > MOST_VALUES:
            raise Unreadable(too_many(Place(1, 1), self._written))
        if self._depth > DEEPEST:
            place = self._source.place_at(parent.start_mark.index) if parent else None
            raise Unreadable(Finding("P115", facts={"limit": str(DEEPEST)}, place=place))

    def ascend_resolver(self) -> None:
        self._depth -= 1


def _compose(source: Source) -> Node | None:
    try:
        node: Node | None = _Composer(source).get_single_node()
    except (MarkedYAMLError, ReaderError) as fault:
        from pliego.spec.yaml_faults import control_character, explain  # noqa: PLC0415 (for faults only)

        finding = explain(fault, source) if isinstance(fault, MarkedYAMLError) else control_character(source)
        raise Unreadable(finding) from fault
    return node


class _Walk:
    """One walk over the node graph: data, offsets, the text of plain scalars, and faults.

    Aliased parts are walked once for each use, so that each use has its own paths; the number of values
    visited is bounded.
    """

    def __init__(self, source: Source, root: Node) -> None:
        self.offsets: dict[SpecPath, Offsets] = {}
        self.written: dict[SpecPath, str] = {}
        self.findings: list[Finding] = []
        self._source = source
        self._root = root
        self._noted: set[tuple[str, Place | None]] = set()
        self._open: set[int] = set()
        self._visited = 0

    def value(self, node: Node, path: SpecPath, key_offset: int | None = None) -> Data:
        """Return the data of a node and note its place."""
        self._visited += 1
        if self._visited > MOST_VALUES:
            raise Unreadable(_too_many_values(self._root, self._source))
        self.offsets[path] = Offsets(key_offset, node.start_mark.index)
        self._check_tag(node)
        if isinstance(node, ScalarNode):
            return self._scalar(node, path)
        if id(node) in self._open:
            raise Unreadable(Finding("P111", place=self._place(node)))
        self._open.add(id(node))
        data: Data = self._mapping(node, path) if isinstance(node, MappingNode) else self._sequence(node, path)
        self._open.discard(id(node))
        return data

    def _scalar(self, node: ScalarNode, path: SpecPath) -> Data:
        start = node.start_mark.index
        if start and self._source.text[start - 1] == "\t":
            self._add(Finding("P106", place=self._source.place_at(start - 1), hint="replace it with a space"))
        if node.tag != _PLAIN:
            return str(node.value)
        value = plain_scalar(node.value)
        if not isinstance(value, str):
            self.written[path] = node.value
        return value

    def _sequence(self, node: Node, path: SpecPath) -> list[Data]:
        return [self.value(item, (*path, number)) for number, item in enumerate(node.value)]

    def _mapping(self, node: MappingNode, path: SpecPath) -> dict[str, Data]:
        """Read a mapping: merged keys come first and are no duplicates, keys with x- are read and dropped."""
        own: dict[str, tuple[Node, Node]] = {}
        merges: list[Node] = []
        for key_node, value_node in node.value:
            key = self._key(key_node)
            if key is None:
                continue
            if key in own:
                self._add(self._duplicate(path, key, own[key][0], key_node))
                continue
            own[key] = (key_node, value_node)
            if key == "<<" and key_node.tag == _PLAIN:
                merges.append(value_node)
        data: dict[str, Data] = {}
        for merge in merges:
            del own["<<"]
            data.update(self._merged(merge, path))
        for key, (key_node, value_node) in own.items():
            part = self.value(value_node, (*path, key), key_node.start_mark.index)
            if not key.startswith("x-"):
                data[key] = part
        return data

    def _merged(self, node: Node, path: SpecPath) -> dict[str, Data]:
        """Return the keys of the merged mappings; of a list of them, the first that has a key gives it."""
        data: dict[str, Data] = {}
        for mapping in reversed(node.value) if isinstance(node, SequenceNode) else (node,):
            if not isinstance(mapping, MappingNode):
                found = "a list" if isinstance(mapping, SequenceNode) else f"'{mapping.value}'"
                self._add(Finding("P117", facts={"found": found}, place=self._place(mapping)))
                continue
            merged = self.value(mapping, path, self.offsets[path].key)
            if isinstance(merged, dict):
                data.update(merged)
        return data

    def _key(self, node: Node) -> str | None:
        reason = None
        if not isinstance(node, ScalarNode):
            reason = "a list or a mapping stands here"
        elif node.tag not in _NO_TAG:
            self._check_tag(node)
            return None
        elif not node.value:
            reason = "it is empty"
        elif "\n" in node.value or "\r" in node.value:
            reason = "it runs over several lines"
        if reason is not None:
            self._add(Finding("P113", facts={"reason": reason}, place=self._place(node)))
            return None
        return str(node.value)

    def _duplicate(self, path: SpecPath, key: str, first: Node, second: Node) -> Finding:
        lines = {"first": str(self._place(first).line), "second": str(self._place(second).line)}
        hint = "remove one of the two"
        return Finding(
            "P109", (*path, key), {"key": key[:LONGEST_PART], **lines}, hint, at_key=True, place=self._place(second)
        )

    def _check_tag(self, node: Node) -> None:
        start = node.start_mark.index
        bare = node.tag == _PLAIN and self._source.text[start : start + 1] == "!"
        if node.tag in _NO_TAG and not bare:
            return
        tag = "!" if bare else node.tag.replace("tag:yaml.org,2002:", "!!")
        hint = "write text in quotes instead" if tag in ("!!str", "!") else "remove the tag"
        self._add(Finding("P112", facts={"tag": tag}, hint=hint, place=self._place(node)))

    def _add(self, finding: Finding) -> None:
        """Note a finding, once for each place: an aliased part is walked more than once."""
        mark = finding.code, finding.place
        if mark not in self._noted:
            self._noted.add(mark)
            self.findings.append(finding)

    def _place(self, node: Node) -> Place:
        return self._source.place_at(node.start_mark.index)


def _too_many_values(root: Node, source: Source) -> Finding:
    """Name the first part that by itself expands beyond the limit, which it does through aliases."""
    sizes: dict[int, int] = {}
    for node in _children_first(root):
        size = 1 + sum(sizes.get(id(child), 0) for child in _children(node))
        sizes[id(node)] = size
        if size > MOST_VALUES:
            return too_many(source.place_at(node.start_mark.index), size, through_aliases=True)
    return Finding("P111", place=source.place_at(root.start_mark.index))


def too_many(place: Place, count: int, *, through_aliases: bool = False) -> Finding:
    """Tell of a part with more values than a spec may have."""
    how = ", the aliases in it followed" if through_aliases else ""
    hint = "is this the file you meant? a spec is written by people"
    if through_aliases:
        hint = "write the repeated part out, or use fewer aliases of aliases"
    return Finding(
        "P110", facts={"count": f"{count:,}", "limit": f"{MOST_VALUES:,}", "how": how}, hint=hint, place=place
    )


def _children(node: Node) -> Iterator[Node]:
    if isinstance(node, MappingNode):
        for _, value in node.value:
            yield value
    elif isinstance(node, SequenceNode):
        yield from node.value


def _children_first(root: Node) -> Iterator[Node]:
    """Yield every node once, after the nodes that it holds."""
    seen = {id(root)}
    stack = [(root, _children(root))]
    while stack:
        node, children = stack[-1]
        child = next(children, None)
        if child is None:
            yield node
            stack.pop()
        elif id(child) not in seen:
            seen.add(id(child))
            stack.append((child, _children(child)))
