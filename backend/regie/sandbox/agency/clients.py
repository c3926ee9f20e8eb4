"""The agency's clients, with their names as typed into three different systems."""

from dataclasses import dataclass, field, replace
from random import Random

from regie.sandbox.agency.names import PLACES, TRADES

# name | legal name | language | currency | city | region | postal code | industry | domain
_CLIENTS = """
Maison Pivoine|Maison Pivoine inc.|fr|CAD|Québec|QC|G1K 0A1|RETAIL|pivoine
Café Boréal|Café Boréal ltée|fr|CAD|Montréal|QC|H2T 1S6|FOOD_BEVERAGES|cafeboreal
Harbourline Logistics|Harbourline Logistics Inc.|en|CAD|Halifax|NS|B3J 1S9|LOGISTICS_AND_SUPPLY_CHAIN|harbourline
Clinique Sainte-Flore|Clinique Sainte-Flore inc.|fr|CAD|Trois-Rivières|QC|G9A 5K2|HOSPITAL_HEALTH_CARE|sainteflore
Blue Heron Outfitters|Blue Heron Outfitters LLC|en|USD|Burlington|VT|05401|SPORTING_GOODS|blueheron
Éditions de l'Anse|Les Éditions de l'Anse inc.|fr|CAD|Rimouski|QC|G5L 1A5|PUBLISHING|editionsanse
Northgate Credit Union|Northgate Credit Union Limited|en|CAD|Kingston|ON|K7L 2Z1|BANKING|northgatecu
Fromagerie L'Îlot|Fromagerie L'Îlot s.e.n.c.|fr|CAD|L'Isle-Verte|QC|G0L 1K0|FOOD_PRODUCTION|fromagerie-ilot
O'Malley & Fils|O'Malley et Fils ltée|fr|CAD|Gatineau|QC|J8X 3W9|CONSTRUCTION|omalleyfils
Summit Ridge Dental|Summit Ridge Dental P.C.|en|USD|Denver|CO|80202|HOSPITAL_HEALTH_CARE|summitridge
Groupe Lambert|Groupe Lambert inc.|fr|CAD|Laval|QC|H7N 5H9|REAL_ESTATE|groupelambert
Lambert Robotics|Lambert Robotics Inc.|en|CAD|Waterloo|ON|N2L 3G1|INDUSTRIAL_AUTOMATION|lambertrobotics
Théâtre du Vieux-Quai|Théâtre du Vieux-Quai (OBNL)|fr|CAD|Lévis|QC|G6V 3P5|PERFORMING_ARTS|vieuxquai
Cascade Foods|Cascade Foods Corporation|en|USD|Portland|OR|97209|FOOD_PRODUCTION|cascadefoods
Ferblanterie Noël 🎄|Ferblanterie Noël et associés inc.|fr|CAD|Drummondville|QC|J2C 2A1|CONSTRUCTION|ferblanterienoel
The "Good" Bread Co.|The "Good" Bread Co. Ltd.|en|CAD|Toronto|ON|M5V 2T6|FOOD_PRODUCTION|goodbread
Aube Solaire|Aube Solaire inc.|fr|CAD|Sherbrooke|QC|J1H 4C6|RENEWABLES_ENVIRONMENT|aubesolaire
Kestrel Analytics|Kestrel Analytics Inc.|en|USD|Boston|MA|02110|COMPUTER_SOFTWARE|kestrelanalytics
Librairie Les Deux Rives|Librairie Les Deux Rives inc.|fr|CAD|Québec|QC|G1R 2S8|RETAIL|deuxrives
Prairie Sky Airlines|Prairie Sky Airlines Ltd.|en|CAD|Regina|SK|S4P 3Y2|AIRLINES_AVIATION|prairiesky
Atelier Voltaire|Atelier Voltaire SAS|fr|EUR|Lyon||69002|DESIGN|ateliervoltaire
Menuiserie Gauthier|Menuiserie Gauthier inc.|fr|CAD|Saint-Jérôme|QC|J7Z 2V4|FURNITURE|menuiseriegauthier
Brightwater Foundation|Brightwater Foundation|en|USD|Seattle|WA|98104|NON_PROFIT_ORGANIZATION_MANAGEMENT|brightwater
Tourisme Haute-Mauricie|Tourisme Haute-Mauricie|fr|CAD|La Tuque|QC|G9X 3P6|LEISURE_TRAVEL_TOURISM|hautemauricie
Copperleaf Brewing|Copperleaf Brewing Co. Inc.|en|CAD|Guelph|ON|N1H 3T9|FOOD_BEVERAGES|copperleaf
Pharmacie Beaulieu|Pharmacie Chantal Beaulieu inc.|fr|CAD|Repentigny|QC|J6A 5H1|PHARMACEUTICALS|pharmaciebeaulieu
Ironwood Capital|Ironwood Capital Partners LLC|en|USD|New York|NY|10016|FINANCIAL_SERVICES|ironwoodcapital
Jardins de Métis-Est|Les Jardins de Métis-Est|fr|CAD|Mont-Joli|QC|G5H 1R4|LEISURE_TRAVEL_TOURISM|jardinsmetisest
Maple Street Schools|Maple Street Schools Board|en|CAD|Ottawa|ON|K1P 5M7|EDUCATION_MANAGEMENT|maplestreet
Vignoble Clos-Fleuri|Vignoble Clos-Fleuri inc.|fr|CAD|Dunham|QC|J0E 1M0|WINE_AND_SPIRITS|closfleuri
Silverline Transit|Silverline Transit Authority|en|USD|Chicago|IL|60603|TRANSPORTATION|silverlinetransit
Pêcheries du Golfe|Pêcheries du Golfe ltée|fr|CAD|Gaspé|QC|G4X 2A1|FISHERY|pecheriesgolfe
Juniper & Sage|Juniper and Sage Apothecary Inc.|en|CAD|Victoria|BC|V8W 1N6|COSMETICS|junipersage
Caisse Horizon|Caisse Horizon|fr|CAD|Alma|QC|G8B 5V2|BANKING|caissehorizon
Redwood Legal|Redwood Legal LLP|en|USD|San Francisco|CA|94105|LAW_PRACTICE|redwoodlegal
Musée du Fjord-Nord|Corporation du Musée du Fjord-Nord|fr|CAD|Saguenay|QC|G7B 1R2|MUSEUMS_AND_INSTITUTIONS|fjordnord
Tidewater Insurance|Tidewater Insurance Brokers Ltd.|en|CAD|Moncton|NB|E1C 1G3|INSURANCE|tidewater
Déneigement Côté-Nord|Déneigement Côté-Nord inc.|fr|CAD|Sept-Îles|QC|G4R 4K2|FACILITIES_SERVICES|cotenord
Alpine Gear Exchange|Alpine Gear Exchange Inc.|en|USD|Salt Lake City|UT|84101|SPORTING_GOODS|alpinegear
École Le Petit Monde|École Le Petit Monde|fr|CAD|Longueuil|QC|J4K 1A1|PRIMARY_SECONDARY_EDUCATION|petitmonde
Fraser Valley Organics|Fraser Valley Organics Co-op|en|CAD|Abbotsford|BC|V2S 2E4|FARMING|fvorganics
Imprimerie L'Écuyer|Imprimerie L'Écuyer et Frères inc.|fr|CAD|Saint-Hyacinthe|QC|J2S 3C4|PRINTING|imprimerielecuyer
Beacon Home Care|Beacon Home Care LLC|en|USD|Portland|ME|04101|HOSPITAL_HEALTH_CARE|beaconhomecare
Auberge du Lac-à-l'Épaule|Auberge du Lac-à-l'Épaule enr.|fr|CAD|Stoneham|QC|G3C 1R8|HOSPITALITY|lacepaule
Granite Peak Software|Granite Peak Software Inc.|en|CAD|Calgary|AB|T2P 1J9|COMPUTER_SOFTWARE|granitepeak
Coopérative Terre-Neuve|Coopérative Terre-Neuve|fr|CAD|Joliette|QC|J6E 3Z3|FARMING|terreneuvecoop
Lakeshore Symphony|Lakeshore Symphony Orchestra|en|USD|Cleveland|OH|44106|PERFORMING_ARTS|lakeshoresymphony
Acier Montcalm|Acier Montcalm inc.|fr|CAD|Sorel-Tracy|QC|J3P 2N5|MINING_METALS|aciermontcalm
Evergreen Property|Evergreen Property Management Ltd.|en|CAD|Vancouver|BC|V6B 1H7|REAL_ESTATE|evergreenpm
Studio Pas de Deux|Studio Pas de Deux inc.|fr|CAD|Montréal|QC|H2X 1K4|PERFORMING_ARTS|pasdedeux
Stonebridge Academy|Stonebridge Academy|en|USD|Albany|NY|12207|EDUCATION_MANAGEMENT|stonebridge
Érablière Dufour|Érablière Dufour et fille inc.|fr|CAD|Plessisville|QC|G6L 2Y8|FOOD_PRODUCTION|erablieredufour
Polar Bear Cold Storage|Polar Bear Cold Storage Ltd.|en|CAD|Winnipeg|MB|R3C 1A5|WAREHOUSING|polarbear
Optique Clairval|Optique Clairval inc.|fr|CAD|Brossard|QC|J4W 2T5|RETAIL|clairval
Magnolia Weddings|Magnolia Weddings LLC|en|USD|Charleston|SC|29401|EVENTS_SERVICES|magnoliaweddings
Service d'incendie régional|Régie intermunicipale d'incendie|fr|CAD|Granby|QC|J2G 4Y1|PUBLIC_SAFETY|incendieregional
Westmount Wealth|Westmount Wealth Management Inc.|en|CAD|Westmount|QC|H3Z 1P7|FINANCIAL_SERVICES|westmountwealth
Hôtel Belvédère|Hôtel Le Belvédère inc.|fr|CAD|Baie-Saint-Paul|QC|G3Z 1T2|HOSPITALITY|hotelbelvedere
Quantum Leaf|Quantum Leaf Technologies Inc.|en|USD|Austin|TX|78701|COMPUTER_SOFTWARE|quantumleaf
Garage Électro-Plus|Garage Électro-Plus inc.|fr|CAD|Victoriaville|QC|G6P 3Z8|AUTOMOTIVE|electroplus
Nova Kids Museum|Nova Kids Museum Society|en|CAD|Dartmouth|NS|B2Y 1K1|MUSEUMS_AND_INSTITUTIONS|novakids
Traiteur La Belle Table|Traiteur La Belle Table inc.|fr|CAD|Terrebonne|QC|J6W 3C8|FOOD_BEVERAGES|belletable
Orchard Park Clinics|Orchard Park Clinics PLLC|en|USD|Buffalo|NY|14202|HOSPITAL_HEALTH_CARE|orchardpark
Distillerie du Cap|Distillerie du Cap-Diamant inc.|fr|CAD|Québec|QC|G1K 4B2|WINE_AND_SPIRITS|distillerieducap
Sable Island Seafood|Sable Island Seafood Inc.|en|CAD|Lunenburg|NS|B0J 2C0|FISHERY|sableseafood
Ébénisterie Chênevert|Ébénisterie Chênevert enr.|fr|CAD|Magog|QC|J1X 2B3|FURNITURE|chenevert
Rockport Marine|Rockport Marine Services LLC|en|USD|Rockport|MA|01966|MARITIME|rockportmarine
Centre dentaire Sourire|Centre dentaire Sourire inc.|fr|CAD|Blainville|QC|J7C 3V4|HOSPITAL_HEALTH_CARE|dentairesourire
Yukon Trail Guides|Yukon Trail Guides Ltd.|en|CAD|Whitehorse|YT|Y1A 1C4|LEISURE_TRAVEL_TOURISM|yukontrail
"""

UNACCENTED = str.maketrans("àâäéèêëîïôöùûüçÀÂÉÈÊËÎÏÔÙÛÇ", "aaaeeeeiioouuucAAEEEEIIOUUC")
_SUFFIXES = ("inc.", "ltée", "Ltd.", "Inc.")


@dataclass(frozen=True, slots=True)
class Client:
    position: int
    name: str
    legal_name: str
    language: str
    currency: str
    city: str
    region: str
    postal_code: str
    industry: str
    domain: str
    is_double: bool = field(default=False, kw_only=True)  # with the name of another one

    @property
    def country(self) -> str:
        return {"CAD": "CA", "USD": "US", "EUR": "FR"}[self.currency]

    @property
    def email(self) -> str:
        return f"{'compta' if self.language == 'fr' else 'billing'}@{self.domain}.example"

    @property
    def phone(self) -> str:
        return f"418 555-{self.position % 10_000:04d}" if self.position % 5 else ""

    @property
    def address(self) -> str:
        number = 10 + self.position
        return f"{number}, rue du Quai" if self.language == "fr" else f"{number} Main St"

    @property
    def hubspot_name(self) -> str:
        """Return the name in HubSpot, where some is the legal name or lacks its accents."""
        names = (self.name, self.legal_name, self.name, self.name.translate(UNACCENTED), self.legal_name)
        return names[self.position % 5]

    @property
    def customer_name(self) -> str:
        """Return the name in QuickBooks: the legal name, another spelling, or for two clients a numbered company."""
        if self.is_double:
            # The service lets no two customers have one name.
            return f"{self.legal_name} (2)"
        if self.position in (10, 41):
            return f"9284-{1157 + self.position} Québec inc."
        names = (self.name, self.name, self.legal_name, self.legal_name, self.name.replace("&", "et"), self.name)
        return names[self.position % 6].replace(" 🎄", "")


def build_clients(count: int, seed: int, *, has_listed: bool = True, same_name_share: float = 0.0) -> list[Client]:
    """Return the listed clients, then as many generated ones as a bigger agency needs.

    Some have the name of the one before, and another domain: two customers that nothing but their domain distinguishes.
    """
    named = [line.split("|") for line in _CLIENTS.strip().splitlines()] if has_listed else []
    all_clients = [Client(position, *parts) for position, parts in enumerate(named[:count])]
    random = Random(f"{seed}/clients")
    all_clients.extend(_invent_client(position, random) for position in range(len(all_clients), count))
    doubles = Random(f"{seed}/names")
    for position in range(1, count if same_name_share else 0):
        before = all_clients[position - 1]
        if doubles.random() < same_name_share and not before.is_double:
            double = replace(all_clients[position], name=before.name, legal_name=before.legal_name, is_double=True)
            all_clients[position] = replace(double, language=before.language)
    return all_clients


def _invent_client(position: int, random: Random) -> Client:
    trade, city = random.choice(TRADES), random.choice(PLACES)
    language = random.choice(("fr", "en"))
    name = f"{trade} {city} {position}"
    currency = random.choices(("CAD", "USD", "EUR"), (72, 27, 1))[0]
    region = {"CAD": "QC", "USD": "VT", "EUR": ""}[currency]
    legal = f"{name} {random.choice(_SUFFIXES)}"
    domain = f"client{position}"
    return Client(position, name, legal, language, currency, city, region, "G1K 0A1", "RETAIL", domain)
