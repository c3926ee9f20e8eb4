"""HubSpot's read surface: deals, companies, associations, owners, pipelines."""
