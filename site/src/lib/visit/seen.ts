import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import { countStep } from './visit.ts';

const { offers } = document.body.dataset;
countStep(
  'seen',
  SERVICE_IDS.filter((id) => offers?.split(' ').includes(id)),
);
