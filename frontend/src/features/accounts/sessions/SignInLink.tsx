// Links between the sign-in screens, as text and as buttons; they preserve the redirect target.
import { Button, type ButtonProps } from "@mantine/core";
import { createLink, Link } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ReactNode, Ref } from "react";
import type { RedirectSearch } from "../../../session/guards";
import classes from "./Login.module.css";

type Props = {
  to: "/auth/login" | "/auth/login/email" | "/auth/password/forgot";
  search: RedirectSearch;
  children: ReactNode;
};

export function SignInLink({ to, search, children }: Props) {
  return (
    <Link to={to} search={search} className={classes.link}>
      {children}
    </Link>
  );
}

type Anchor = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & {
    ref?: Ref<HTMLAnchorElement>;
  };

function WideButton(props: Anchor) {
  return <Button component="a" fullWidth {...props} />;
}

/** Not ui/ButtonLink, which loads code for signed-in screens. */
export const SignInButtonLink = createLink(WideButton);
