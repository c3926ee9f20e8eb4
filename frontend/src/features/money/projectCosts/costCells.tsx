// The cells of the lists of external costs.
import { DateText } from "../../../ui/display/DateText";
import { ClientLink, ProjectLink } from "../../../ui/links/RecordLinks";
import { MoneyText } from "../../../ui/money/MoneyText";
import type { CellsOf } from "../../../ui/table/tableModel";
import type { costsList } from "./costsList";

export const costCells: CellsOf<typeof costsList> = {
  client: ({ client }) => <ClientLink client={client} />,
  project: ({ project }) => <ProjectLink project={project} />,
  incurred_on: ({ incurred_on }) => <DateText on={incurred_on} />,
  amount: ({ amount }) => <MoneyText money={amount} />,
};
