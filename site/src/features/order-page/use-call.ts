import { useState } from 'react';
import type { JsonCall } from '@northlight/shared/contracts/endpoints.ts';
import { plainCall, problemText } from '../../lib/plain-call.ts';
import type { LoadedOrder } from './use-order.ts';

/** Makes a change with the link's key, one at a time, then loads the order again. */
export function useCall({ link, reload }: LoadedOrder) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  async function run(
    call: JsonCall,
    body: object,
    onDone: () => void,
    params: Record<string, string> = {},
  ): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setProblem('');
    try {
      await plainCall(call, link ?? {}, body, params);
      onDone();
    } catch (error) {
      setProblem(problemText(error));
    }
    await reload();
    setIsBusy(false);
  }
  return { isBusy, problem, run };
}
