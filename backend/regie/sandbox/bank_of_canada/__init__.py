"""Imitates the Bank of Canada's Valet service: public daily exchange rates."""
