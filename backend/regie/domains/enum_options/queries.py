"""Every enumerated value of the product with its words; a house test holds them against the code that uses them."""

from typing import Any

from regie.core.money import CURRENCIES

_WORDS: dict[str, dict[str, tuple[str, str]]] = {
    "project_kind": {
        "fixed": ("Fixed price", "Prix fixe"),
        "oos": ("Out-of-scope", "Hors mandat"),
        "retainer": ("Retainer", "Forfait mensuel"),
    },
    "project_status": {
        "draft": ("Draft", "Brouillon"),
        "active": ("Active", "Actif"),
        "on_hold": ("On hold", "En pause"),
        "completed": ("Completed", "Terminé"),
        "cancelled": ("Canceled", "Annulé"),
        "ended": ("Ended", "Échu"),
        "churned": ("Churned", "Perdu"),
    },
    "client_status": {
        "prospect": ("Prospect", "Client potentiel"),
        "active": ("Active", "Actif"),
        "inactive": ("Inactive", "Inactif"),
        "churned": ("Churned", "Perdu"),
    },
    "client_health": {
        "green": ("Healthy", "En santé"),
        "amber": ("Watch", "À surveiller"),
        "red": ("At risk", "À risque"),
    },
    "invoice_status": {
        "open": ("Open", "Ouverte"),
        "partially_paid": ("Partially paid", "Partiellement payée"),
        "paid": ("Paid", "Payée"),
        "overdue": ("Overdue", "En retard"),
        "voided": ("Voided", "Annulée"),
        "deleted_in_source": ("Deleted in QuickBooks", "Supprimée dans QuickBooks"),
    },
    "aging_bucket": {
        "current": ("Current", "Courante"),
        "1_30": ("1–30 days", "1 à 30 jours"),
        "31_60": ("31–60 days", "31 à 60 jours"),
        "61_90": ("61–90 days", "61 à 90 jours"),
        "over_90": ("Over 90 days", "Plus de 90 jours"),
    },
    "deal_state": {
        "open": ("Open", "Ouverte"),
        "won": ("Won", "Gagnée"),
        "lost": ("Lost", "Perdue"),
    },
    "rollover": {
        "none": ("None", "Aucun"),
        "surplus": ("Surplus only", "Surplus seulement"),
        "both": ("Surplus and overrun", "Surplus et dépassement"),
    },
    "counted_hours": {
        "all": ("All hours", "Toutes les heures"),
        "billable": ("Billable hours", "Heures facturables"),
    },
    "oos_type": {
        "extra_hours": ("Extra hours", "Heures supplémentaires"),
        "new_feature": ("New feature", "Nouvelle fonctionnalité"),
        "change_request": ("Change request", "Demande de changement"),
        "training": ("Training", "Formation"),
        "rush": ("Rush work", "Travail urgent"),
        "other": ("Other", "Autre"),
    },
    "industry": {
        "retail": ("Retail", "Commerce de détail"),
        "manufacturing": ("Manufacturing", "Fabrication"),
        "technology": ("Technology", "Technologies"),
        "finance": ("Finance", "Finance"),
        "health": ("Health", "Santé"),
        "education": ("Education", "Éducation"),
        "public": ("Public sector", "Secteur public"),
        "culture": ("Arts and culture", "Arts et culture"),
        "food": ("Food and drink", "Alimentation"),
        "tourism": ("Tourism", "Tourisme"),
        "real_estate": ("Real estate", "Immobilier"),
        "professional_services": ("Professional services", "Services professionnels"),
        "non_profit": ("Non-profit", "Organisme sans but lucratif"),
        "other": ("Other", "Autre"),
    },
    "language": {
        "en-us": ("English", "Anglais"),
        "fr-ca": ("French", "Français"),
    },
    "role": {
        "super_admin": ("Super administrator", "Superadministration"),
        "admin": ("Administrator", "Administration"),
        "financial_manager": ("Financial manager", "Gestion financière"),
        "account_manager": ("Account manager", "Gestion de comptes"),
        "churn_manager": ("Churn manager", "Gestion de l’attrition"),
        "employee": ("Employee", "Personnel"),
    },
    "user_status": {
        "invited": ("Invited", "Invitation envoyée"),
        "active": ("Active", "Actif"),
        "deactivated": ("Deactivated", "Désactivé"),
    },
    "scope": {
        "all": ("Everything", "Tout"),
        "team": ("Their team’s", "Ceux de l’équipe"),
        "own": ("Their own", "Les siens"),
    },
    "sign_in_method": {
        "password": ("Password", "Mot de passe"),
        "code": ("Code by email", "Code par courriel"),
        "google": ("Google", "Google"),
        "invitation": ("Invitation", "Invitation"),
        "reset": ("Password reset", "Réinitialisation du mot de passe"),
        "impersonation": ("Impersonation", "À la place d’une personne"),
    },
    "sign_in_cause": {
        "attempt": ("Not begun in this browser", "Tentative non entamée dans ce navigateur"),
        "google": ("Google did not confirm it", "Non confirmée par Google"),
        "unverified": ("Address not verified by Google", "Adresse non vérifiée par Google"),
        "domain": ("Domain not allowed", "Domaine non autorisé"),
        "nobody": ("Belongs to nobody here", "N’appartient à personne ici"),
    },
    "second_factor": {
        "totp": ("Authenticator app", "Application d’authentification"),
        "passkey": ("Passkey", "Clé d’accès"),
        "recovery_code": ("Recovery code", "Code de récupération"),
    },
    "activity_action": {
        "created": ("Created", "Création"),
        "changed": ("Changed", "Modification"),
        "deleted": ("Deleted", "Suppression"),
        "signed_in": ("Signed in", "Connexion"),
        "signed_out": ("Signed out", "Déconnexion"),
        "sign_in_refused": ("Sign-in refused", "Connexion refusée"),
        "password_changed": ("Password changed", "Changement de mot de passe"),
        "invited": ("Invited", "Invitation"),
        "handed_over": ("Handed over", "Transfert des dossiers"),
        "impersonation_started": ("Impersonation started", "Début d’une session à la place de la personne"),
        "impersonation_stopped": ("Impersonation stopped", "Fin d’une session à la place de la personne"),
        "google_linked": ("Google linked", "Liaison de Google"),
        "google_unlinked": ("Google unlinked", "Dissociation de Google"),
        "proof_refused": ("Proof of identity refused", "Preuve d’identité refusée"),
        "totp_on": ("Authenticator app turned on", "Activation de l’application d’authentification"),
        "totp_off": ("Authenticator app turned off", "Désactivation de l’application d’authentification"),
        "passkey_added": ("Passkey added", "Ajout d’une clé d’accès"),
        "passkey_removed": ("Passkey removed", "Retrait d’une clé d’accès"),
        "recovery_codes_renewed": ("Recovery codes renewed", "Renouvellement des codes de récupération"),
        "two_factor_reset": ("Second factor reset", "Réinitialisation du second facteur"),
        "session_ended": ("Session ended", "Fin d’une session"),
        "sessions_ended": ("All sessions ended", "Fin de toutes les sessions"),
        "exported": ("Exported", "Exportation"),
        "missing_accepted": ("Missing records accepted as deleted", "Fiches absentes acceptées comme supprimées"),
    },
    "activity_subject": {
        "client": ("Client", "Client"),
        "project": ("Project", "Projet"),
        "team": ("Team", "Équipe"),
        "employee": ("Employee", "Membre du personnel"),
        "user": ("User", "Personne"),
        "settings": ("Settings", "Paramètres"),
        "activity": ("Activity log", "Journal d’activité"),
        "match": ("Match", "Correspondance"),
        "connection": ("Connection", "Connexion au service"),
    },
    "service": {
        "teamwork": ("Teamwork", "Teamwork"),
        "hubspot": ("HubSpot", "HubSpot"),
        "quickbooks": ("QuickBooks", "QuickBooks"),
    },
    "match_kind": {
        "client": ("Clients", "Clients"),
        "person": ("People", "Personnes"),
        "project": ("Projects", "Projets"),
    },
    "match_status": {
        "proposed": ("Proposed", "Proposées"),
        "unmatched": ("Without a match", "Sans correspondance"),
        "ignored": ("Left aside", "Mises de côté"),
        "matched": ("Matched", "Établies"),
    },
    "match_source": {
        "teamwork": ("Teamwork", "Teamwork"),
        "hubspot": ("HubSpot", "HubSpot"),
        "quickbooks": ("QuickBooks", "QuickBooks"),
        "regie": ("Régie account", "Compte Régie"),
    },
    "match_reason": {
        "domain": ("Same domain", "Même domaine"),
        "email": ("Same email address", "Même adresse courriel"),
        "name": ("Same name", "Même nom"),
        "similar_name": ("Similar name", "Nom semblable"),
        "parent": ("Sub-customer", "Sous-client"),
        "manual": ("Linked by hand", "Lien fait à la main"),
    },
    "match_decision": {
        "rejected": ("Not the same", "Pas la même chose"),
        "ignored": ("Left aside", "Mise de côté"),
        "restored": ("Brought back", "Remise en liste"),
    },
    "connection_state": {
        "ok": ("Up to date", "À jour"),
        "running": ("Synchronizing", "Synchronisation en cours"),
        "stale": ("Out of date", "Périmée"),
        "needs_attention": ("Needs attention", "À vérifier"),
        "never": ("Never synchronized", "Jamais synchronisée"),
        "off": ("Not connected", "Non connectée"),
    },
    "hubspot_api_version": {
        "2026-09": ("2026-09 (newest)", "2026-09 (la plus récente)"),
        "2026-03": ("2026-03", "2026-03"),
    },
    "sync_status": {
        "queued": ("Queued", "En attente"),
        "running": ("Running", "En cours"),
        "succeeded": ("Succeeded", "Réussie"),
        "failed": ("Failed", "Échouée"),
    },
}


def list_enum_options() -> dict[str, Any]:
    """Enum name → its items in the order in which screens offer them."""
    options = {
        name: [{"value": value, "name_en": english, "name_fr": french} for value, (english, french) in words.items()]
        for name, words in _WORDS.items()
    }
    return options | {"currency": [{"value": code, "name_en": code, "name_fr": code} for code in CURRENCIES]}
