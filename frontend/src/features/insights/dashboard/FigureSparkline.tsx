// The sparkline of a figure, loaded after the figures; its height is reserved.
import { lazyComponent } from "../../../ui/lazyComponent";
import classes from "./Dashboard.module.css";

export const FigureSparkline = lazyComponent(
  async () => (await import("./MonthsSparkline")).MonthsSparkline,
  <span className={classes.sparkline} aria-busy="true" />,
);
