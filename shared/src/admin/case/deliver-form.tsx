import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { deliveryFields, type OrderService } from '../../contracts/deliveries.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { sizeText } from '../../ui/size-text.ts';
import { DataForm } from '../drafts/data-form.tsx';
import type { OpenForm } from '../drafts/use-draft.ts';
import type { AdminClient } from '../base/admin-client.ts';
import { CallError, failureText } from '../../contracts/call-error.ts';

type Fields = { note: string; link: string; phone: string };
const FieldsSchema = z.object(deliveryFields);

type DeliverFormProps = Omit<OpenForm, 'onDone'> & {
  orderNumber: string;
  service: OrderService;
  files: readonly File[];
  setFiles: (files: readonly File[]) => void;
  onDone: (sent: readonly File[]) => void;
};

const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

/** Adds files, each once. */
export const withFiles = (files: readonly File[], more: readonly File[]): readonly File[] => [
  ...new Map([...files, ...more].map((file) => [keyOf(file), file])).values(),
];

/** The form for the next version of a service. */
export function DeliverForm(props: DeliverFormProps) {
  const { orderNumber, service, files, setFiles, onDone, ...form } = props;
  const [progress, setProgress] = useState('');
  // After a failure, what has arrived is not sent again.
  const arrived = useRef(new Map<File, string>());
  const deliver = async (client: AdminClient, fields: Fields) => {
    setProgress('');
    for (const file of files) {
      if (arrived.current.has(file)) continue;
      const show = (share: number) => setProgress(`Sending ${file.name}: ${Math.floor(share * 100)}%`);
      try {
        arrived.current.set(file, await uploadFile(file, orderNumber, show));
      } catch (error) {
        setProgress(
          `${file.name}: ${failureText(error, 'It wasn’t sent.', 'The connection was lost. Try again.')}`,
        );
        throw error;
      }
    }
    setProgress('');
    const fileIds = files.map((file) => arrived.current.get(file) ?? '');
    return client.call('POST /api/admin/cases/:orderNumber/deliveries', {
      params: { orderNumber },
      body: { ...fields, fileIds, service: service.id, after: service.deliveries[0]?.version ?? 0 },
    });
  };
  return (
    <DataForm<Fields, Fields>
      {...form}
      className="case-refund stack gap-3"
      schema={FieldsSchema}
      initial={{ note: '', link: '', phone: '' }}
      fields={[
        { name: 'note', kind: 'area', label: 'Note to the customer', rows: 3 },
        { name: 'link', label: 'Link to a preview', inputMode: 'url' },
        service.id === 'voice' && {
          name: 'phone',
          label: 'Phone number to call',
          width: 'medium',
          inputMode: 'tel',
        },
        <ChosenFiles key="files" {...{ files, setFiles }} />,
        <p key="progress" className="admin-small" role="status">
          {progress}
        </p>,
      ]}
      act={deliver}
      failure="Couldn’t deliver"
      submit="Deliver"
      busyLabel="Delivering…"
      onDone={() => onDone(files)}
    />
  );
}

function ChosenFiles({ files, setFiles }: Pick<DeliverFormProps, 'files' | 'setFiles'>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Field label="Files" help="Choose files, or drop them anywhere on this page. Up to 25 MB each.">
        {(described) => (
          <input
            ref={input}
            className="input"
            type="file"
            multiple
            {...described}
            onChange={({ currentTarget }) => {
              setFiles(withFiles(files, [...(currentTarget.files ?? [])]));
              // The same file may be chosen again.
              currentTarget.value = '';
            }}
          />
        )}
      </Field>
      {files.length > 0 && (
        <ul className="case-files stack gap-2 drop-files" aria-label="Files to deliver">
          {files.map((file) => (
            <li className="stack middle gap-3" key={keyOf(file)}>
              <bdi>{file.name}</bdi> <small>{sizeText(file.size)}</small>
              <Button
                isQuiet
                onClick={() => {
                  setFiles(files.filter((other) => other !== file));
                  input.current?.focus();
                }}
              >
                Remove<span className="visually-hidden">{` ${file.name}`}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Many proxies reject larger requests. */
const PIECE_BYTES = 1024 * 1024;

/**
 * Sends a file for an order and returns its ID. Resumes after a broken connection. Throws
 * `CallError`. The upload library loads with the first file.
 */
async function uploadFile(file: File, order: string, onProgress: (share: number) => void): Promise<string> {
  const { DetailedError, Upload } = await import('tus-js-client');
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: '/api/files',
      metadata: { order, filename: file.name },
      chunkSize: PIECE_BYTES,
      retryDelays: [0, 1_000, 3_000, 5_000],
      storeFingerprintForResuming: false,
      onProgress: (sent, all) => onProgress(all === 0 ? 1 : sent / all),
      onError: (error) => {
        const response = error instanceof DetailedError ? error.originalResponse : null;
        reject(new CallError(response?.getStatus() ?? 0, response?.getBody() ?? ''));
      },
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    });
    upload.start();
  });
}
