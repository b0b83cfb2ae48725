import { checkToken } from './api/check-token.ts'
import { startConsent } from './consent/consent.ts'
import { startHeader } from './header/header.ts'
import { startLoader } from './loader.ts'
import { startOnDemand } from './on-demand/start-on-demand.ts'
import { startServiceWorker } from './start-service-worker.ts'

startLoader()
startConsent()
startHeader()
startOnDemand()
startServiceWorker()
checkToken().catch(reportError)
if (document.body.dataset.recaptchaKey)
  import('./api/recaptcha.ts').then(({ startRecaptcha }) => startRecaptcha(), reportError)
