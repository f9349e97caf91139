import { useEffect, useState } from 'react';
import type { ServiceId } from '../../catalog/ids.ts';
import { SERVICES } from '../../catalog/services.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../base/modal.tsx';

export type Drop = { service: ServiceId; files: readonly File[] };

type DropTargetProps = { services: readonly ServiceId[]; onDrop: (drop: Drop) => void };

/** Takes files dropped anywhere on the page, and asks for the service if the position doesn't show it. */
export function DropTarget({ services, onDrop }: DropTargetProps) {
  const [isDragging, setIsDragging] = useState(false);
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files') || isFileField(event.target)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setIsDragging(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setIsDragging(false);
    };
    const drop = (event: DragEvent) => {
      setIsDragging(false);
      if (!event.dataTransfer?.types.includes('Files') || isFileField(event.target)) return;
      event.preventDefault();
      const files = filesOf(event.dataTransfer);
      if (files.length === 0) return;
      const [only, ...others] = services;
      const service = serviceAt(event.target, services) ?? (others.length === 0 ? only : undefined);
      if (service) onDrop({ service, files });
      else setWaiting(files);
    };
    const listeners = [
      ['dragenter', drag],
      ['dragover', drag],
      ['dragleave', leave],
      ['drop', drop],
    ] as const;
    for (const [type, listener] of listeners) window.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of listeners) window.removeEventListener(type, listener);
    };
  }, [services, onDrop]);
  return (
    <>
      {isDragging && (
        <p className="drop-target stack any-width lg bold" aria-hidden="true">
          Drop to deliver
        </p>
      )}
      {waiting.length > 0 && (
        <Modal label="Choose a service" onClose={() => setWaiting([])}>
          <p>
            {waiting.length === 1 ? 'What is this file for?' : `What are these ${waiting.length} files for?`}
          </p>
          {services.map((service) => (
            <Button
              key={service}
              isQuiet
              onClick={() => {
                setWaiting([]);
                onDrop({ service, files: waiting });
              }}
            >
              {SERVICES[service].name}
            </Button>
          ))}
        </Modal>
      )}
    </>
  );
}

/** Browsers handle drops on a file field themselves. */
const isFileField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type === 'file';

function serviceAt(target: EventTarget | null, services: readonly ServiceId[]): ServiceId | undefined {
  const work = target instanceof Element && target.closest<HTMLElement>('.case-service-work');
  return services.find((id) => work && work.dataset['service'] === id);
}

/** Without folders, which can't be read as files. */
function filesOf({ items }: DataTransfer): File[] {
  return [...items].flatMap((item) => {
    const file = item.webkitGetAsEntry()?.isDirectory ? null : item.getAsFile();
    return file ? [file] : [];
  });
}
