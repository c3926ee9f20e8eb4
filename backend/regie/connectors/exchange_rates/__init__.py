"""The Bank of Canada's Valet service: what foreign currencies were in Canadian dollars, day by day."""
