// One saved view: its name opens it, the marks beside it change it.
import "@mantine/core/styles/ActionIcon.css";
import { ActionIcon, UnstyledButton } from "@mantine/core";
import { IconDeviceFloppy, IconHome, IconPencil, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { SavedView } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { NameForm } from "./NameForm";
import { useViewChanges } from "./useViewChanges";
import classes from "./Views.module.css";

type Props = {
  view: SavedView;
  /** The list's state as it is shown. */
  now: string;
  /** Whether the view is what is shown. */
  current: boolean;
  show: () => void;
};

export function ViewRow(props: Props) {
  const { view } = props;
  const t = useTranslate();
  const [renaming, setRenaming] = useState(false);
  const { change } = useViewChanges();
  const rename = async (name: string) => {
    await change.mutateAsync({ view, to: { name }, done: t("views.renamed", { name }) });
    setRenaming(false);
  };
  return (
    <li className={classes.row}>
      {renaming ? (
        <NameForm
          label={t("views.name")}
          action={t("common.save")}
          start={view.name}
          save={rename}
          onCancel={() => setRenaming(false)}
        />
      ) : (
        <ViewLine {...props} rename={() => setRenaming(true)} />
      )}
    </li>
  );
}

function ViewLine({ view, now, current, show, rename }: Props & { rename: () => void }) {
  const t = useTranslate();
  const { change, remove } = useViewChanges();
  const { name, is_default: starts } = view;
  return (
    <>
      <UnstyledButton
        className={classes.name}
        aria-current={current ? "true" : undefined}
        onClick={show}
      >
        {name}
      </UnstyledButton>
      {!current && (
        <Mark
          label={t("views.update", { name })}
          run={() =>
            change.mutate({ view, to: { query: now }, done: t("views.updated", { name }) })
          }
        >
          <IconDeviceFloppy size={16} aria-hidden />
        </Mark>
      )}
      <Mark
        label={t("views.start_with", { name })}
        pressed={starts}
        run={() =>
          change.mutate({
            view,
            to: { is_default: !starts },
            done: t(starts ? "views.starts_no_more" : "views.starts", { name }),
          })
        }
      >
        <IconHome size={16} aria-hidden />
      </Mark>
      <Mark label={t("views.rename", { name })} run={rename}>
        <IconPencil size={16} aria-hidden />
      </Mark>
      <Mark label={t("views.remove", { name })} run={() => remove.mutate(view)}>
        <IconTrash size={16} aria-hidden />
      </Mark>
    </>
  );
}

type MarkProps = { label: string; pressed?: boolean; run: () => void; children: ReactNode };

function Mark({ label, pressed, run, children }: MarkProps) {
  return (
    <ActionIcon
      size={28}
      variant={pressed ? "light" : "subtle"}
      color={pressed ? "indigo" : "gray"}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      onClick={run}
    >
      {children}
    </ActionIcon>
  );
}
