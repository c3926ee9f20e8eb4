// Bringing records from a file: choose it, see what it would do, take it over. The file that is looked at is in the address.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslate } from "../../i18n/translate";
import { usePermissions } from "../../session/permissions";
import { Forbidden } from "../feedback/Forbidden";
import { PageTitle } from "../layout/PageTitle";
import { CheckedFile } from "./CheckedFile";
import { ChooseFile } from "./ChooseFile";
import classes from "./Imports.module.css";
import type { ImportKind } from "./importsList";

/** In the place of a file: none is chosen yet. */
const CHOOSE = "new";
const NEEDED = { clients: "clients.create", employees: "employees.create" } as const;

export function ImportPage({ kind }: { kind: ImportKind }) {
  const t = useTranslate();
  const { may } = usePermissions();
  const { import: asked } = useSearch({ strict: false }) as { import?: string };
  const file = asked === CHOOSE ? undefined : asked;
  const navigate = useNavigate();
  const title = t(`imports.title_${kind}`);
  // The address stays the list's: this title takes the focus as a screen's of its own does.
  useEffect(() => document.querySelector<HTMLElement>("[data-page-title]")?.focus(), []);
  if (!may(NEEDED[kind])) return <Forbidden page={title} />;
  const show = (id: string) => void navigate({ to: ".", search: { import: id } as never });
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className={classes.steps}>
        <ChooseFile kind={kind} again={file !== undefined} onTried={show} />
        {file !== undefined && <CheckedFile key={file} id={file} kind={kind} />}
      </div>
    </>
  );
}
