import { showFailed } from '@northlight/shared/ui/failed-island.ts';

// Loaded when it is needed. `painted-directive.ts` says what failed.
showFailed(...self.failure);
