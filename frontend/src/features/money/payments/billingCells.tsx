// The cells of what is still to invoice.
import { Link } from "@tanstack/react-router";
import { ShortName } from "../../../ui/display/ShortName";
import type { CellsOf } from "../../../ui/table/tableModel";
import classes from "../../../ui/ui.module.css";
import type { billingList } from "./billingList";
import { paymentCells } from "./paymentCells";

const { name, due_on, amount, open_amount, status } = paymentCells;

export const billingCells: CellsOf<typeof billingList> = {
  name,
  due_on,
  amount,
  open_amount,
  status,
  project: ({ project, client }) => (
    <Link
      to="/projects/$id/view"
      params={{ id: project.api_id }}
      search={{ tab: "payments" }}
      className={classes.link}
    >
      <ShortName name={project.name} client={client} />
    </Link>
  ),
};
