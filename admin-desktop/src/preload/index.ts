import { contextBridge, ipcRenderer } from 'electron';
import { createBridge } from './create-bridge.ts';

contextBridge.exposeInMainWorld('northlight', createBridge(ipcRenderer));
