// The figures of a project and of an employee, and how a person stands; their texts load with them.
import { loadMessages } from "../../../i18n/translate";
import { lazyComponent } from "../../../ui/lazyComponent";

export const ProjectFigures = lazyComponent(async () => {
  const [panel] = await Promise.all([import("./ProjectFigures"), loadMessages("figures")]);
  return panel.ProjectFigures;
});

export const EmployeeFigures = lazyComponent(async () => {
  const [panel] = await Promise.all([import("./EmployeeFigures"), loadMessages("figures")]);
  return panel.EmployeeFigures;
});

export const PersonState = lazyComponent(async () => {
  const [module] = await Promise.all([import("./PersonState"), loadMessages("states")]);
  return module.PersonState;
});
