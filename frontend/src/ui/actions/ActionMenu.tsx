// A button with a menu of given actions.
import { lazyMenu } from "./lazyMenu";

export const ActionMenu = lazyMenu(async () => (await import("./ActionMenuPanel")).ActionMenuPanel);
