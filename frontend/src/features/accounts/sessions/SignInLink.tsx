// Links from one sign-in screen to another, as text and as buttons; the way back after signing in goes along.
import { Button, type ButtonProps } from "@mantine/core";
import { createLink, Link } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ReactNode, Ref } from "react";
import type { RedirectSearch } from "../../../session/guards";
import classes from "./Login.module.css";

type Props = {
  to: "/auth/login" | "/auth/login/email" | "/auth/password/forgot";
  way: RedirectSearch;
  children: ReactNode;
};

export function SignInLink({ to, way, children }: Props) {
  return (
    <Link to={to} search={way} className={classes.link}>
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

/** Not the product's own ButtonLink: that one travels with what only signed-in screens need. */
export const SignInButtonLink = createLink(WideButton);
