import { showToast } from '@northlight/shared/ui/toasts.ts';
import { failureWords } from './error-messages.ts';

/** Asks where to keep what the server has at a path. */
export function download(path: string): void {
  void tell(window.northlight.saveDownload(path));
}

/** Asks where to keep a text. */
export function save(name: string, text: string): void {
  void tell(window.northlight.saveText(name, text));
}

/** Says how it ended; whoever closed the question knows. */
async function tell(saving: Promise<boolean>): Promise<void> {
  try {
    if (await saving) showToast({ title: 'File saved' });
  } catch (error) {
    showToast({ title: 'Couldn’t save the file', description: failureWords(error), isError: true });
  }
}
