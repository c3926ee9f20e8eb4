"""Churned retainers: when and why they were lost, who managed them, and whether they came back."""
