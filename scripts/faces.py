"""An import contract of our own: siblings see only the named faces of each other, not their inner modules."""

from typing import Any

import grimp
from importlinter import Contract, ContractCheck, fields, output


class FacesContract(Contract):
    """`container` holds the siblings; another sibling may import only their modules named in `faces`."""

    type_name = "faces"

    container = fields.StringField()
    faces: Any = fields.ListField(subfield=fields.StringField())

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        intrusions = sorted(
            (importer, imported)
            for importer in graph.modules
            for imported in graph.find_modules_directly_imported_by(importer)
            if self._intrudes(importer, imported)
        )
        return ContractCheck(kept=not intrusions, metadata={"intrusions": intrusions})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported in check.metadata["intrusions"]:
            output.print_error(f"{importer} looks inside a sibling: {imported}")

    def _intrudes(self, importer: str, imported: str) -> bool:
        own, other = self._sibling(importer), self._sibling(imported)
        if not own or not other or own[0] == other[0]:
            return False
        return not other[1] or other[1][0] not in self.faces

    def _sibling(self, module: str) -> tuple[str, list[str]] | None:
        """The name of the sibling that a module belongs to and the path inside it."""
        prefix = f"{self.container}."
        if not module.startswith(prefix):
            return None
        name, *inside = module[len(prefix) :].split(".")
        return name, inside
