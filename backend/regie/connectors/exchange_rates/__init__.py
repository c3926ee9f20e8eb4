"""The Bank of Canada's Valet service: daily exchange rates to the Canadian dollar."""
