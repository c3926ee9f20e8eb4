"""HubSpot CRM: deals, their companies, owners and pipelines."""
