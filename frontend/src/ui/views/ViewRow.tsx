// A saved view: its name opens it, the buttons change it if the user may.
import { Button, Group, Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import type { SavedView } from "../../api/types";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDate } from "../../lib/dates";
import { Badge } from "../display/Badge";
import { readViewQuery, toViewQuery } from "../table/viewQuery";
import { NameForm } from "./NameForm";
import { openViewSearch } from "./savedViews";
import { useViewChanges } from "./useViewChanges";
import { ViewButtons } from "./ViewButtons";
import classes from "./Views.module.css";
import type { ViewsProps } from "./viewsProps";

type Props = Pick<ViewsProps, "list" | "state"> & { view: SavedView };

/** The clicked button is replaced by the question. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

export function ViewRow({ view, list, state }: Props) {
  const t = useTranslate();
  const [step, setStep] = useState<"rename" | "remove">();
  const { change, remove } = useViewChanges();
  const { name } = view;
  const isOpen = state.search.saved === view.api_id;
  const rename = async (newName: string) => {
    await change.mutateAsync({
      view,
      changes: { name: newName },
      done: t("views.renamed", { name: newName }),
    });
    setStep(undefined);
  };
  const removeNow = () => {
    remove.mutate(view);
    // The list keeps its state without a view.
    if (isOpen) state.show(readViewQuery(list, toViewQuery(list, state.search)));
  };
  const cancel = () => setStep(undefined);
  if (step === "rename")
    return (
      <li className={classes.row}>
        <NameForm
          label={t("views.name")}
          action={t("common.save")}
          initialName={name}
          save={rename}
          onCancel={cancel}
        />
      </li>
    );
  if (step === "remove")
    return (
      <li className={classes.asking}>
        <Text size="xs">{t("views.remove_shared", { name })}</Text>
        <Group gap="xs" mt="xs">
          <Button size="xs" variant="default" ref={focus} onClick={cancel}>
            {t("common.cancel")}
          </Button>
          <Button size="xs" color="red.9" loading={remove.isPending} onClick={removeNow}>
            {t("views.remove_now")}
          </Button>
        </Group>
      </li>
    );
  return (
    <li className={classes.row}>
      <UnstyledButton
        className={classes.name}
        aria-current={isOpen ? "true" : undefined}
        onClick={() => state.show(openViewSearch(list, view))}
      >
        {name}
      </UnstyledButton>
      <ViewButtons
        view={view}
        rename={() => setStep("rename")}
        remove={() => (view.is_shared ? setStep("remove") : removeNow())}
      />
      <Notes view={view} />
    </li>
  );
}

/** Who shares the view, and whether it is unused. */
function Notes({ view }: { view: SavedView }) {
  const t = useTranslate();
  const locale = useLocale();
  const { is_shared: shared, is_mine: mine, is_unused: unused, owner } = view;
  if (!shared && !unused) return null;
  return (
    <div className={classes.notes}>
      {shared && (
        <Text size="xs" c="dimmed">
          {mine ? t("views.shared_by_me") : t("views.shared_by", { name: owner.name })}
        </Text>
      )}
      {unused && (
        <>
          <Badge tone="warning">{t("views.unused")}</Badge>
          <Text size="xs" c="dimmed">
            {t("views.used_on", { date: formatDate(view.last_used_on, locale) })}
          </Text>
        </>
      )}
    </div>
  );
}
