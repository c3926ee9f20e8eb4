// The heading of a sign-in screen; takes the focus when it replaces another step at the same address.
import { Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";

type Props = { children: ReactNode; takesFocus?: boolean };

export function StepTitle({ children, takesFocus = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <Title ref={heading} order={1} size="h1" tabIndex={-1} data-page-title>
      {children}
    </Title>
  );
}
