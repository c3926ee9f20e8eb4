"""The vocabulary from which the agency is generated, in both languages."""

FIRST_NAMES = (
    *("Joël", "Mélanie", "Étienne", "Chloé", "François", "Noémie", "Jérôme", "Amélie", "Loïc", "Océane"),
    *("Hélène", "Zoé", "Frédéric", "Anaïs", "Rémi", "Raphaëlle", "Gaël", "Inès", "Thaïs", "Maxime"),
    *("Sarah", "Liam", "Priya", "Connor", "Grace", "Owen", "Hannah", "Marcus", "Aisha", "Dylan"),
    *("Emily", "Noah", "Wei", "Fiona", "Ravi", "Natalie", "Tyler", "Brooke", "Kofi", "Ingrid"),
)
LAST_NAMES = (
    *("Lavoie", "Bélanger", "Côté", "Gagné", "Lévesque", "Pelletier", "St-Pierre", "D'Amours", "Thériault"),
    *("L'Écuyer", "Desjardins", "Beauséjour", "Ménard", "Larivière", "O'Brien", "McAllister", "Singh", "Chen"),
    *("Patel", "Nguyen", "Thompson", "MacDonald", "Kowalski", "Fraser", "Rossi", "Okafor", "Haddad", "Diallo"),
)
PLACES = (
    *("Charlevoix", "Rimouski", "Saguenay", "Outaouais", "Lanaudière", "Beauport", "Sherbrooke", "Gaspé"),
    *("Halifax", "Kingston", "Burlington", "Moncton", "Thunder Bay", "Kelowna", "Portland", "Albany"),
)
TRADES = (
    *("Boulangerie", "Clinique", "Éditions", "Fromagerie", "Groupe", "Librairie", "Menuiserie", "Studio"),
    *("Advisors", "Brewing", "Dental", "Foods", "Logistics", "Outfitters", "Robotics", "Textiles"),
)
RETAINER_WORK = {
    "fr": ("Entretien du site", "Marketing de contenu", "Référencement", "Soutien et évolution", "Campagnes Web"),
    "en": ("Website care", "Content marketing", "Search optimization", "Support & growth", "Digital campaigns"),
}
FIXED_WORK = {
    "fr": (
        *("Refonte du site", "Boutique en ligne", "Image de marque", "Application mobile", "Audit d'expérience"),
        *("Intranet", "Campagne de lancement", "Rapport annuel", "Portail client", "Système de design"),
    ),
    "en": (
        *("Website redesign", "Online store", "Brand identity", "Mobile app", "UX audit"),
        *("Intranet", "Launch campaign", "Annual report", "Customer portal", "Design system"),
    ),
}
EXTRA_WORK = {
    "fr": (
        *("Page d'atterrissage", "Traduction anglaise", "Atelier supplémentaire", "Correctifs urgents"),
        *("Séance photo", "Infolettre spéciale", "Bannières additionnelles", "Formation de l'équipe"),
    ),
    "en": (
        *("Landing page", "French translation", "Extra workshop", "Urgent fixes"),
        *("Photo shoot", "Special newsletter", "Additional banners", "Team training"),
    ),
}
TIME_NOTES = (
    *("", "Intégration", "Rencontre client", "Révision des maquettes", "Correctifs après tests ✅"),
    *("Rédaction des textes", "Planification", "Mise en ligne", "Déploiement et vérifications"),
    *("Design review", "Client call", "QA pass", "Back-end work", "Copy edits", "Sprint planning", ""),
)
TASK_NAMES = (
    *("Conception", "Intégration", "Contenus", "Tests et corrections", "Gestion de projet", "Design", "Development"),
    *("Content", "QA", "Project management"),
)
CONTACT_TITLES = {
    "fr": (
        *("Direction générale", "Responsable des communications", "Responsable du marketing", "Comptable"),
        *("Secrétaire", "Chef de produit", "Responsable du numérique", "Propriétaire"),
    ),
    "en": (
        *("Managing director", "Communications director", "Marketing manager", "Accounts payable"),
        *("Executive assistant", "Product manager", "Digital lead", "Owner"),
    ),
}
STAFF_TITLES = (
    *("Développeuse front-end", "Développeur back-end", "Conceptrice UX", "Directeur artistique"),
    *("Rédactrice", "Project manager", "Designer", "Developer", "Strategist", "QA analyst"),
)
