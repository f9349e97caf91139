/** `AbortSignal.any`, which is younger than the oldest browsers we serve. */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const any = new AbortController();
  for (const one of signals) {
    const abort = () => any.abort(one.reason);
    if (one.aborted) abort();
    else one.addEventListener('abort', abort, { signal: any.signal });
  }
  return any.signal;
}
