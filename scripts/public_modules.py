"""An import contract: nouns import only each other's public modules."""

from typing import Any

import grimp
from importlinter import Contract, ContractCheck, fields, output


class PublicModulesContract(Contract):
    """`container` contains areas with nouns; another noun may import only a noun's public `modules`."""

    type_name = "public_modules"

    container = fields.StringField()
    modules: Any = fields.ListField(subfield=fields.StringField())

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        violations = sorted(
            (importer, imported)
            for importer in graph.modules
            for imported in graph.find_modules_directly_imported_by(importer)
            if self._is_violation(importer, imported)
        )
        return ContractCheck(kept=not violations, metadata={"violations": violations})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported in check.metadata["violations"]:
            output.print_error(f"{importer} imports an inner module of another noun: {imported}")

    def _is_violation(self, importer: str, imported: str) -> bool:
        importer_parts, imported_parts = self._noun_and_module(importer), self._noun_and_module(imported)
        if not importer_parts or not imported_parts or importer_parts[0] == imported_parts[0]:
            return False
        return imported_parts[1] not in self.modules

    def _noun_and_module(self, module: str) -> tuple[str, str] | None:
        """Return for example `("work.clients", "queries")`; the module of a noun's package itself is empty."""
        prefix = f"{self.container}."
        if not module.startswith(prefix):
            return None
        area, _, inside = module[len(prefix) :].partition(".")
        noun, _, name = inside.partition(".")
        return f"{area}.{noun}", name.partition(".")[0]
