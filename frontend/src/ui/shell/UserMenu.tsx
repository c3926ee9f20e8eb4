// The account menu: profile and sign-out.
import { UnstyledButton } from "@mantine/core";
import { IconApi, IconLogout, IconUserCog } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { useSignOut } from "../account/useSignOut";
import { ActionMenu } from "../actions/ActionMenu";
import { Avatar } from "../display/Avatar";
import { API_DOCS } from "../links/apiDocs";
import classes from "./DefaultLayout.module.css";

export function UserMenu() {
  const t = useTranslate();
  const user = useCurrentUser();
  const router = useRouter();
  const signingOut = useSignOut();
  const accountItem = {
    label: t("shell.account.profile"),
    icon: <IconUserCog size={16} aria-hidden />,
    run: () => void router.navigate({ to: "/profile" }),
  };
  const apiDocsItem = {
    label: t("shell.account.api_docs"),
    icon: <IconApi size={16} aria-hidden />,
    href: API_DOCS,
  };
  const signOutItem = {
    label: t("shell.account.sign_out"),
    icon: <IconLogout size={16} aria-hidden />,
    run: () => signingOut.mutate(),
    disabled: signingOut.isPending,
  };
  return (
    <ActionMenu
      actions={[accountItem, apiDocsItem, signOutItem]}
      heading={
        <span className={classes.account}>
          <Avatar name={user.name} picture={user.avatar} size={36} />
          <span>
            {user.name}
            <br />
            {user.email}
          </span>
        </span>
      }
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
