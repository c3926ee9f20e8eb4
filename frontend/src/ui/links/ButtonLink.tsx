// Router links that look like buttons.
import "@mantine/core/styles/ActionIcon.css";
import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";

type Anchor<Look> = Look &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Look> & { ref?: Ref<HTMLAnchorElement> };

function ButtonAnchor(props: Anchor<ButtonProps>) {
  return <Button component="a" {...props} />;
}

function IconAnchor(props: Anchor<ActionIconProps>) {
  return <ActionIcon component="a" {...props} />;
}

export const ButtonLink = createLink(ButtonAnchor);
export const IconLink = createLink(IconAnchor);
