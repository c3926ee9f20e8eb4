"""The tables of projects and the figures that follow from them, for every noun that reads them."""
