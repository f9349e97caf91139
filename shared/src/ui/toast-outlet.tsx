import { closeToast, useToasts } from './toasts.ts';
import { useLazy } from './use-lazy.ts';

const loadToaster = async () => (await import('./toaster.tsx')).Toaster;

/** Loads the toaster with the first toast. Offline, the message is shown without it. */
export function ToastOutlet() {
  const { toast, isOpen } = useToasts();
  const { part: Toaster, isFailed } = useLazy(loadToaster, toast !== null);
  if (Toaster) return <Toaster />;
  if (!isFailed || !toast || !isOpen) return null;
  return (
    <div className="toasts">
      <div className="toast" role="alert" data-style={toast.isError ? 'destructive' : 'default'}>
        <p className="toast-title">{toast.title}</p>
        {toast.description && <p className="toast-text">{toast.description}</p>}
        <button className="toast-close" type="button" aria-label="Close" onClick={closeToast}>
          ×
        </button>
      </div>
    </div>
  );
}
