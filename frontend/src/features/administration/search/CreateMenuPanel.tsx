// The menu of what the user may create; it is open when it first renders.

import { useRouter } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslate } from "../../../i18n/translate";
import { ActionMenuPanel } from "../../../ui/actions/ActionMenuPanel";
import type { MenuTriggerProps } from "../../../ui/actions/menuAction";
import { type DialogOpeners, useCreations } from "./creations";

type Props = DialogOpeners & { trigger: (props: MenuTriggerProps) => ReactElement };

export function CreateMenuPanel({ trigger, ...openers }: Props) {
  const t = useTranslate();
  const router = useRouter();
  const creations = useCreations(openers).filter(({ isRare }) => !isRare);
  return (
    <ActionMenuPanel
      actions={creations.map((creation) => {
        const { name, icon: Icon } = creation;
        return {
          label: t(`palette.action.${name}`),
          icon: <Icon size={16} aria-hidden />,
          run: () => {
            if ("run" in creation) creation.run();
            else void router.navigate(creation.target as never);
          },
        };
      })}
      trigger={trigger}
    />
  );
}
