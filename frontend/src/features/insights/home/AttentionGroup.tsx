// One kind of item that needs attention: the first few with actions, and a link to all.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import classes from "./Home.module.css";
import type { HomeAction } from "./homeSearch";
import { type AttentionName, type AttentionRow, attentionQuery, fullListOf } from "./queries";
import { ShortList } from "./ShortList";

type Props<Name extends AttentionName> = {
  name: Name;
  /** A line above the rows. */
  summary?: ReactNode;
  children: (row: AttentionRow<Name>) => ReactNode;
};

/** Renders nothing when there are no items. */
export function AttentionGroup<Name extends AttentionName>({
  name,
  summary,
  children,
}: Props<Name>) {
  const t = useTranslate();
  const user = useCurrentUser();
  const query = useQuery(attentionQuery(name, user));
  const title = t(`home.attention.${name}`);
  const total = query.data?.meta.total;
  if (total === 0) return null;
  const list = fullListOf(name, user);
  const all = total === undefined ? undefined : t("home.attention.see_all", { count: total });
  return (
    <section aria-label={title}>
      <h3 className={classes.subtitle}>{title}</h3>
      {summary}
      <ShortList query={query}>{children}</ShortList>
      {all && (
        <Link
          to={list.to}
          search={list.search}
          className={classes.link}
          aria-label={`${all} (${title})`}
        >
          {all}
        </Link>
      )}
    </section>
  );
}

type AttentionItemProps = {
  title: ReactNode;
  details: (string | null | undefined)[];
  children?: ReactNode;
};

/** Title and details at the start, amount and actions at the end. */
export function AttentionItem({ title, details, children }: AttentionItemProps) {
  return (
    <>
      <div className={classes.text}>
        <div>{title}</div>
        <div className={classes.details}>{details.filter(Boolean).join(" · ")}</div>
      </div>
      <div className={classes.end}>{children}</div>
    </>
  );
}

type ActionProps = { action: HomeAction; id: string; name: string };

/** Opens a dialog on the home page; the address contains the action, so that links, Back and reload work. */
export function AttentionAction({ action, id, name }: ActionProps) {
  const t = useTranslate();
  const label = t(`home.do.${action}`);
  return (
    <ButtonLink
      to="/"
      search={{ do: action, of: id }}
      resetScroll={false}
      size="compact-md"
      variant="default"
      aria-label={`${label} (${name})`}
    >
      {label}
    </ButtonLink>
  );
}
