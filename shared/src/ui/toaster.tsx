import * as Toast from '@radix-ui/react-toast';
import { closeToast, TOAST_DURATION_MS, UNDO_DURATION_MS, useToasts } from './toasts.ts';

/**
 * Shows toasts for 5 s, or 10 s if they can be undone. They can be swiped away to the right and focused with F8. Loaded with the first
 * toast.
 */
export function Toaster() {
  const { toast, isOpen } = useToasts();
  // The key creates a new provider for each toast. After a toast was closed by keyboard, the same provider
  // would never start the next toast's timer.
  return (
    <Toast.Provider
      key={toast?.key}
      duration={toast?.undo ? UNDO_DURATION_MS : TOAST_DURATION_MS}
      swipeDirection="right"
      swipeThreshold={50}
    >
      {toast && (
        <Toast.Root
          className="toast"
          data-style={toast.isError ? 'destructive' : 'default'}
          type={toast.isError ? 'foreground' : 'background'}
          open={isOpen}
          onOpenChange={(isNowOpen) => !isNowOpen && closeToast()}
        >
          <Toast.Title className="toast-title">{toast.title}</Toast.Title>
          {toast.description && (
            <Toast.Description className="toast-text">{toast.description}</Toast.Description>
          )}
          {toast.undo && (
            <Toast.Action className="toast-undo medium" altText="Undo" onClick={toast.undo}>
              Undo
            </Toast.Action>
          )}
          <Toast.Close className="toast-close" aria-label="Close" data-tip="Close">
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path d="m3 3 10 10M13 3 3 13" fill="none" stroke="currentColor" strokeWidth="1.75" />
            </svg>
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport className="toasts" hotkey={['F8']} />
    </Toast.Provider>
  );
}
