"""The agency's people: Teamwork users, of whom the sellers are HubSpot owners too."""

from dataclasses import dataclass
from random import Random

from regie.sandbox.agency.names import FIRST_NAMES, LAST_NAMES, STAFF_TITLES

# local part of the email | first name | last name | title | kind | role in the agency
_PEOPLE = """
regie.api|Régie|Intégration||account|service
super_admin|Geneviève|Lapointe|Associée fondatrice|account|admin
admin|Olivier|Gagnon|Directeur des opérations|account|admin
financial_manager|Nathalie|Bergeron|Contrôleuse|account|office
account_manager|Maëlle|Tremblay|Directrice de comptes|account|seller
churn_manager|Samuel|Côté|Responsable de la fidélisation|account|seller
employee|Émilie|Fortin|Conceptrice Web|account|maker
joel.lavoie|Joël|Lavoie|Directeur de comptes|account|seller
sarah.mcallister|Sarah|McAllister|Account director|account|seller
benoit.charron|Benoît|Charron|Directeur de comptes|account|former
priya.patel|Priya|Patel|Developer|account|maker
liam.obrien|Liam|O'Brien|Designer|account|maker
chloe.damours|Chloé|D'Amours|Rédactrice|account|maker
francois.theriault|François|Thériault|Développeur|account|maker
wei.chen|Wei|Chen|Développeuse|account|maker
anais.lecuyer|Anaïs|L'Écuyer|Chargée de projet|account|maker
marcus.thompson|Marcus|Thompson|Project manager|account|maker
zoe.st-pierre|Zoé|St-Pierre|Directrice artistique|account|maker
ravi.singh|Ravi|Singh|QA analyst|account|maker
noemie.gagne|Noémie|Gagné|Stratège|account|maker
remi.pelletier|Rémi|Pelletier||account|maker
hannah.fraser|Hannah|Fraser|Developer|account|departed
loic.menard|Loïc|Ménard|Pigiste|collaborator|freelance
grace.kowalski|Grace|Kowalski|Freelance writer|collaborator|freelance
marie-eve|Marie-Ève|Beauséjour|Propriétaire|contact|client
tom.hardwick|Tom|Hardwick|Marketing lead|account|client
"""
SELLING_ROLES = ("seller", "admin")


@dataclass(frozen=True, slots=True)
class Member:
    position: int
    email: str
    first_name: str
    last_name: str
    title: str
    kind: str
    role: str

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}"


def build_members(count: int, seed: int) -> list[Member]:
    """Return the listed people, then as many generated makers as a bigger agency needs."""
    all_members: list[Member] = []
    for position, line in enumerate(_PEOPLE.strip().splitlines()):
        local_part, first, last, title, kind, role = line.split("|")
        domain = "pivoine.example" if role == "client" else "regie.example"
        all_members.append(Member(position, f"{local_part}@{domain}", first, last, title, kind, role))
    random = Random(f"{seed}/roster")
    for position in range(len(all_members), count):
        first, last = random.choice(FIRST_NAMES), random.choice(LAST_NAMES)
        email = f"staff{position}@regie.example"
        all_members.append(Member(position, email, first, last, random.choice(STAFF_TITLES), "account", "maker"))
    return all_members


def find_seller(client: int, roster: list[Member]) -> Member:
    """Return a client's account manager: Maëlle has the largest share, the founders a few."""
    by_local_part = {member.email.split("@")[0]: member for member in roster}
    shares = (
        *("account_manager", "joel.lavoie", "account_manager", "sarah.mcallister", "account_manager"),
        *("churn_manager", "joel.lavoie", "account_manager", "sarah.mcallister", "admin", "super_admin"),
    )
    return by_local_part[shares[client % len(shares)]]
