"""Labels of client, project and billing values, in English and French."""

from collections.abc import Mapping

LABELS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "project_kind": {
        "fixed": ("Fixed-price", "Prix fixe"),
        "oos": ("Out-of-scope", "Hors mandat"),
        "retainer": ("Retainer", "Forfait"),
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
        "credit": ("Credit", "Crédit"),
        "overdue": ("Overdue", "En retard"),
        "voided": ("Voided", "Annulée"),
        "deleted_in_source": ("Deleted in QuickBooks", "Supprimée dans QuickBooks"),
    },
    "credit_kind": {
        "payment": ("Unapplied payment", "Paiement non imputé"),
        "credit_memo": ("Credit memo", "Note de crédit"),
    },
    "payment_status": {
        "planned": ("Planned", "Prévu"),
        "ready": ("To invoice", "À facturer"),
        "invoiced": ("Invoiced", "Facturé"),
        "partially_paid": ("Partially paid", "Partiellement payé"),
        "paid": ("Paid", "Payé"),
        "invoice_voided": ("Invoice voided", "Facture annulée"),
        "invoice_deleted": ("Invoice deleted", "Facture supprimée"),
        "skipped": ("Not billed", "Non facturé"),
        "written_off": ("Written off", "Radié"),
    },
    "payment_invoice_reason": {
        "same_amount": ("Same amount", "Même montant"),
        "close_amount": ("Almost the same amount", "Montant presque identique"),
        "part_of_larger": ("Fits in a larger invoice", "Place sur une facture plus élevée"),
        "same_project": ("Same project", "Même projet"),
        "same_month": ("Same month", "Même mois"),
        "close_date": ("Within 30 days", "À moins de 30\u00a0jours"),
    },
    "attachment_category": {
        "contract": ("Contract", "Contrat"),
        "statement_of_work": ("Statement of work", "Énoncé des travaux"),
        "change_order": ("Change order", "Avenant"),
        "brief": ("Brief", "Cahier des charges"),
        "proof": ("Proof", "Épreuve"),
        "other": ("Other", "Autre"),
    },
    "attachment_sensitivity": {
        "normal": ("Everyone who sees the record", "Toutes les personnes qui voient la fiche"),
        "financial": ("Everyone who sees its amounts", "Les personnes qui en voient les montants"),
        "hr": ("Personnel file", "Dossier du personnel"),
    },
    "deal_state": {
        "open": ("Open", "Ouverte"),
        "won": ("Won", "Gagnée"),
        "lost": ("Lost", "Perdue"),
    },
    "rollover": {
        "none": ("None", "Aucun"),
        "surplus": ("Surplus only", "Surplus seulement"),
        "both": ("Surplus and hours over", "Surplus et heures en trop"),
    },
    "billing_interval": {
        "month": ("Month", "Mois"),
        "quarter": ("Quarter", "Trimestre"),
        "year": ("Year", "Année"),
    },
    "retainer_period_status": {
        "open": ("Open", "Ouverte"),
        "locked": ("Closed", "Fermée"),
    },
    "retainer_level": {
        "over": ("Used up", "Épuisé"),
        "high": ("At risk", "À risque"),
        "watch": ("Watch", "À surveiller"),
        "ok": ("On track", "Sur la bonne voie"),
    },
    "retainer_renewal": {
        "none": ("Nothing to do", "Rien à faire"),
        "soon": ("Renews soon", "À renouveler bientôt"),
        "overdue": ("Renewal overdue", "Renouvellement en retard"),
    },
    "churn_recognition": {
        "effective": ("The last day", "Du dernier jour"),
        "notice": ("The notice", "De l’avis"),
    },
    "counted_hours": {
        "all": ("All hours", "Toutes les heures"),
        "billable": ("Billable hours", "Heures facturables"),
    },
    "oos_status": {
        "proposed": ("Awaiting approval", "En attente d’approbation"),
        "approved": ("Approved", "Approuvée"),
        "in_work": ("In progress", "En cours"),
        "delivered": ("Delivered", "Livrée"),
        "invoiced": ("Invoiced", "Facturée"),
        "paid": ("Paid", "Payée"),
        "declined": ("Declined", "Refusée"),
        "cancelled": ("Canceled", "Annulée"),
    },
    "oos_approval": {
        "waiting": ("Awaiting approval", "En attente d’approbation"),
        "approved": ("Approved", "Approuvé"),
        "declined": ("Declined", "Refusé"),
    },
    "retainer_burn": {
        "over": ("Hours used up", "Heures épuisées"),
        "high": ("80% or more used", "80\u00a0% ou plus utilisées"),
        "ok": ("Less than 80% used", "Moins de 80\u00a0% utilisées"),
    },
    "sale_part": {
        "original": ("Original", "D’origine"),
        "amendment": ("Amendment", "Avenant"),
    },
    "amendment_state": {
        "in_force": ("In force", "En vigueur"),
        "planned": ("Planned", "Prévu"),
        "waiting": ("Awaiting approval", "En attente d’approbation"),
        "declined": ("Declined", "Refusé"),
    },
    "oos_decision": {
        "approved": ("Approved", "Approuvé"),
        "declined": ("Declined", "Refusé"),
    },
    "churn_initiator": {
        "client": ("The client", "Le client"),
        "agency": ("The agency", "L’agence"),
    },
    "churn_scope": {
        "project": ("Retainer churned, client retained", "Forfait perdu, client conservé"),
        "logo": ("Client churned", "Client perdu"),
    },
    "churn_state": {
        "recorded": ("To confirm", "À confirmer"),
        "confirmed": ("Confirmed", "Confirmée"),
        "voided": ("Undone", "Annulée"),
        "won_back": ("Won back", "Reconquis"),
    },
    "undated_term_record": {
        "project": ("Project", "Projet"),
        "client": ("Client", "Client"),
    },
    "term_name": {
        "state": ("State of the retainer", "État du forfait"),
        "fee": ("Fee", "Tarif"),
        "included_hours": ("Included hours per month", "Heures incluses par mois"),
        "rollover": ("Rollover of hours", "Report des heures"),
        "overage_rate": ("Rate for hours over", "Taux des heures en trop"),
        "account_manager": ("Account manager", "Gestionnaire de compte"),
        "project_manager": ("Project manager", "Chargé de projet"),
        "team": ("Team", "Équipe"),
    },
    "undated_term_value": {
        "on_hold": ("Pause", "Pause"),
        "ended": ("End of the retainer", "Fin du forfait"),
    },
    "undated_term_cause": {
        "pause_without_day": ("Paused, first day unknown", "En pause, premier jour inconnu"),
        "pause_before_churn": ("Paused before it churned", "En pause avant la perte"),
        "ended_without_day": ("Ended, last day unknown", "Échu, dernier jour inconnu"),
        "completed_without_day": ("Completed, last day unknown", "Terminé, dernier jour inconnu"),
        "churned_without_day": ("Churned, last day unknown", "Perdu, dernier jour inconnu"),
        "cancelled_without_day": ("Canceled after it ran", "Annulé après avoir couru"),
        "unknown_name": ("Name without a record", "Nom sans fiche"),
    },
    "undated_term_state": {
        "open": ("To decide", "À décider"),
        "dated": ("Dated", "Datée"),
        "dismissed": ("Dismissed", "Ignorée"),
    },
}
