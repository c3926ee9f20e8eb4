// One of a record's files: picked among those it has, or uploaded here and now.
import { Button, FileButton, Group, NativeSelect } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import { pageQuery } from "../../../api/queries";
import type { Params } from "../../../api/wire";
import type { MessageKey } from "../../../i18n/keys";
import { useTranslate } from "../../../i18n/translate";
import type { Ref } from "../fields";
import type { ControlProps } from "./control";

type Row = { api_id: string; file_name: string };
/** Where the record's files are listed and sent, as what one is kept, and what the choices are called. */
type Files = {
  path: "/projects/{id}/attachments";
  params: Params<"/{id}">;
  category: "proof";
  none: MessageKey;
  upload: MessageKey;
};
type Props = ControlProps<Ref | null> & { files: Files };

const OFFERED = { per_page: 100, sort: "-uploaded_at" } as const;
const listQuery = ({ path, params }: Files) => pageQuery(path, { params, query: OFFERED });

const refOf = ({ api_id, file_name }: Row): Ref => ({ api_id, name: file_name });

export function FileControl({ files, inputName, name: _, value, onChange, ...control }: Props) {
  const t = useTranslate();
  const { data } = useQuery(listQuery(files));
  const uploading = useUpload(files, onChange);
  const listed = (data?.data ?? []).map(refOf);
  const known = value === null || listed.some(({ api_id }) => api_id === value.api_id);
  const offered = known ? listed : [value, ...listed];
  const choose = (id: string) => onChange(offered.find(({ api_id }) => api_id === id) ?? null);
  return (
    <Group align="end" gap="xs">
      <NativeSelect
        {...control}
        error={uploading.refusal ?? control.error}
        name={inputName}
        value={value?.api_id ?? ""}
        data={[
          { value: "", label: t(files.none) },
          ...offered.map((file) => ({ value: file.api_id, label: file.name })),
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
        maw={360}
      />
      <FileButton onChange={(file) => void uploading.send(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={uploading.busy}
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            {t(files.upload)}
          </Button>
        )}
      </FileButton>
    </Group>
  );
}

/** Sends a file to where the record's files are; the field then holds it. */
function useUpload(files: Files, onChange: Props["onChange"]) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const send = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const body = new FormData();
    body.append("file", file);
    body.append("category", files.category);
    setBusy(true);
    setRefusal(undefined);
    try {
      const options = { params: files.params, expect: [413, 415, 422] };
      const { data } = await api.post(files.path, body, options);
      onChange(refOf(data));
      void queryClient.invalidateQueries({ queryKey: listQuery(files).queryKey });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(Object.values(error.errors).flat()[0] ?? error.message);
    } finally {
      setBusy(false);
    }
  };
  return { send, busy, refusal };
}
