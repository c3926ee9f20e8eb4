// The person whose data are exported or erased.
import type { Body } from "../../api/wire";

export type PersonRef = {
  kind: Body<"/erasures", "post">["kind"];
  /** The id of the user, of the employee, or of the contact's client. */
  id: string;
  name: string;
};
