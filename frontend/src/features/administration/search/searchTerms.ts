// The search terms of pages and actions, in both languages.
export const PAGE_TERMS: Readonly<Record<string, string>> = {
  "/": "home start accueil début",
  "/dashboard": "dashboard figures statistics tableau de bord chiffres statistiques",
  "/clients": "clients customers accounts clientèle comptes",
  "/projects": "projects all every kind projets tous mandats",
  "/admin/projects/settings": "project settings paramètres réglages des projets",
  "/choices": "lists of choices options listes de choix",
  "/teams": "teams groups équipes groupes",
  "/margin": "margin profit cost costs profitability marge rentabilité coût coûts profit",
  "/people-figures":
    "results by person people performance utilization retention résultats par personne personnes rendement utilisation rétention",
  "/employees": "employees staff people directory employés personnel répertoire",
  "/time-entries":
    "time entries hours timesheets logged temps entrées heures saisies feuilles de temps",
  "/projects/fixed": "fixed-price projects prix fixe projets",
  "/projects/oos": "out-of-scope projects extras hors mandat projets suppléments",
  "/projects/retainer": "retainers projects monthly hours used forfaits projets heures utilisées",
  "/deals": "deals pipeline hubspot opportunities transactions occasions ventes crm",
  "/receivables":
    "receivables collections overdue money owed follow-up comptes clients créances recouvrement relance",
  "/invoices": "invoices bills billing aging factures facturation âge",
  "/billing":
    "to invoice billing scheduled payments extra work quickbooks export hours over overage heures en trop due late à facturer facturation versements prévus en retard",
  "/reconciliation":
    "reconciliation reconcile match invoices scheduled payments proposals rapprochement rapprocher factures versements propositions",
  "/oos-sales": "out-of-scope sales extras ventes hors mandat suppléments",
  "/churns": "churn losses lost retainers clients attrition pertes forfaits perdus",
  "/organization": "organization settings organisation paramètres réglages",
  "/goals": "goals targets objectives objectifs cibles",
  "/recognition": "recognition awards thanks wall reconnaissance prix merci mur",
  "/exchange-rates": "exchange rates currencies conversion taux de change devises",
  "/months":
    "months close month closing published figures restatements mois fermer fermeture publiés redressements",
  "/admin/users": "users accounts roles access utilisateurs comptes rôles accès",
  "/admin/core-values": "core values culture valeurs fondamentales",
  "/admin/connections":
    "connections synchronization teamwork hubspot quickbooks connexions synchronisation",
  "/admin/matching": "matching links duplicates jumelage liens doublons",
  "/admin/project-proposals":
    "projects to create retainers bulk proposals rules projets à créer forfaits propositions règles",
  "/admin/activity": "activity log audit history journal d’activité historique",
  "/admin/operations":
    "operations status health queues failures backups storage workers exploitation état files échecs sauvegardes stockage processus",
  "/admin/bug-reports": "problem bug reports support signalements problèmes anomalies bogues",
  "/profile":
    "my account profile password language time zone mon compte profil mot de passe langue fuseau",
};

export const ACTION_TERMS = {
  client: "new create add client customer nouveau créer ajouter client",
  fixed: "new create add fixed-price project nouveau créer ajouter projet à prix fixe mandat",
  retainer: "new create add retainer project nouveau créer ajouter forfait projet mandat",
  sell_extra:
    "sell extra hours out-of-scope work sale new vendre des heures travail hors mandat vente nouvelle",
  employee: "new create add employee person nouveau créer ajouter employé personne embauche",
  team: "new create add team nouvelle créer ajouter équipe",
  user: "invite invitation new create add user account colleague nouveau créer inviter ajouter utilisateur compte personne",
  core_value: "new create add core value nouvelle créer ajouter valeur fondamentale",
  record_churn:
    "record churn lost loss retainer client cancelled leaving consigner une perte attrition forfait perdu annulé départ",
  my_week:
    "my week own hours timesheet capacity missing time ma semaine mes heures feuille de temps capacité heures manquantes",
  overdue:
    "overdue invoices late unpaid collect receivables factures en retard échues impayées recouvrer comptes clients",
  burn: "hours used retainers burn over heures utilisées forfaits dépassement",
  renewals: "renewals to renew retainers ending renouvellements forfaits à renouveler échéance",
  approvals:
    "out-of-scope work waiting approval approve pending travaux hors mandat à approuver en attente approbation",
  goal: "new create set goal target nouveau créer fixer objectif cible",
  give: "give recognition core value award thank colleague donner une reconnaissance valeur fondamentale remercier merci collègue",
  synchronise:
    "synchronize sync now update refresh teamwork hubspot quickbooks synchroniser maintenant mettre à jour actualiser",
  language: "language switch french english français anglais langue changer",
  light: "switch to light theme bright passer au thème clair jour",
  dark: "switch to dark theme night passer au thème sombre nuit",
  system: "use system theme automatic utiliser le thème du système automatique",
  shortcuts: "keyboard shortcuts keys help raccourcis clavier touches aide",
  api_docs: "api documentation developer openapi swagger documentation de l’api développeur",
  sign_out: "sign out log out leave quit se déconnecter déconnexion quitter sortir",
} as const;

export type ActionName = keyof typeof ACTION_TERMS;
