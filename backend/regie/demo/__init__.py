"""Demo data: accounts, and an agency created from the records that a synchronization imports."""

from regie.demo.loading import load_demo

__all__ = ["load_demo"]
