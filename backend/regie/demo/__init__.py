"""Demo data: accounts, then whatever a synchronisation with the outside services brings, made into an agency."""

from regie.demo.loading import load_demo

__all__ = ["load_demo"]
