/** Downloads a server file under the name it gives. */
export function download(path: string): void {
  clickLink(path, '');
}

/** Downloads a text under a name. */
export function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  clickLink(address, name);
  // The download keeps the text alive once it has started.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function clickLink(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}
