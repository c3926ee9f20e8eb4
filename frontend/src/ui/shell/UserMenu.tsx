// The button of the account menu.
import { UnstyledButton } from "@mantine/core";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { lazyMenu } from "../actions/lazyMenu";
import { Avatar } from "../display/Avatar";
import classes from "./DefaultLayout.module.css";

const Menu = lazyMenu(async () => (await import("./UserMenuPanel")).UserMenuPanel);

export function UserMenu() {
  const t = useTranslate();
  const user = useCurrentUser();
  return (
    <Menu
      trigger={(props) => (
        <UnstyledButton
          className={classes.accountButton}
          aria-label={t("shell.account.menu", { name: user.name })}
          {...props}
        >
          <Avatar name={user.name} picture={user.avatar} />
        </UnstyledButton>
      )}
    />
  );
}
