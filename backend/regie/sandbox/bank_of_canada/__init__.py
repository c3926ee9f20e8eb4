"""The Bank of Canada's Valet service, imitated: daily exchange rates for whoever asks."""
