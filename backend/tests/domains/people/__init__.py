"""The people of the agency: users and their roles, employees, teams, and the notifications they receive."""
