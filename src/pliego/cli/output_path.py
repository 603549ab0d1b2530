"""The places of outputs among the options of a command."""

from pathlib import Path
from typing import Any

import click


class OutputPath(click.Path):
    """A path that something is written to; an empty one, as of a variable that is not set, is wrong usage.

    So is `-` where standard output cannot be meant: there would be a file of this name.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(path_type=Path, **kwargs)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path.

        Raises:
            click.BadParameter: it is empty, or not what is wanted.

        """
        if value == "":
            self.fail("the name is empty", param, ctx)
        if value == "-" and not self.allow_dash:
            self.fail("several files cannot go to standard output; name a folder, ./- if it is called so", param, ctx)
        return super().convert(value, param, ctx)
