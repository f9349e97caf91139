import { useEffect, useState } from 'react';
import type { UploadFieldProps } from './upload-field.tsx';
import { UploadList } from './upload-list.tsx';
import { createUploadQueue } from './upload-queue.ts';

type UploaderProps = Omit<UploadFieldProps, 'label' | 'help' | 'hasFiles'> & {
  metadata: Record<string, string>;
  /** Sends each new list. */
  chosen: readonly File[];
  onRemoved: () => void;
};

/** Sends files and shows how far they are. */
export function Uploader({
  metadata,
  stored,
  onStored,
  onUploads,
  hasList,
  chosen,
  onRemoved,
}: UploaderProps) {
  const [queue] = useState(() => createUploadQueue(metadata, stored ?? [], onStored));
  useEffect(() => {
    queue.add(chosen);
    onUploads?.(queue);
  }, [queue, chosen, onUploads]);
  useEffect(() => {
    // Anywhere on the page. The field itself takes what is pasted into it.
    const onPaste = ({ clipboardData, target }: ClipboardEvent) => {
      if (target instanceof Element && target.closest('.upload-field')) return;
      queue.add([...(clipboardData?.files ?? [])]);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [queue]);
  useEffect(() => () => queue.stop(), [queue]);
  return <UploadList queue={queue} hasList={hasList ?? true} onRemoved={onRemoved} />;
}
