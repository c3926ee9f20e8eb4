// What the address of a person's page keeps: its tab, and the list in it.
import { readLater } from "../../ui/table/laterSearch";
import { tabSearchOf } from "../../ui/table/tabSearch";

export const employeeSearch = tabSearchOf({
  figures: readLater,
  goals: readLater,
  awards: readLater,
  files: readLater,
  activity: readLater,
});
