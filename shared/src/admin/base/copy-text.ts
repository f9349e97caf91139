import { showToast } from '../../ui/toasts.ts';

/** Copies a text, and says whether it worked: browsers only allow it on https. `what` begins with a capital letter. */
export async function copyText(text: string, what: string, otherwise = 'Please select it and copy it.') {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: `${what} copied` });
  } catch {
    const title = `Couldn’t copy the ${what.toLowerCase()}`;
    showToast({ title, description: otherwise, isError: true });
  }
}
