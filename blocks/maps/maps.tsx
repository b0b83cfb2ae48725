import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { domId } from '#blocks/_shared/dom-id.ts'
import { isOnGlobe, shownZoom } from '#blocks/_shared/globe.ts'
import type { Reader } from '#blocks/_shared/reader.ts'
import { Section } from '#blocks/_shared/section.tsx'
import { latitude, longitude } from './coordinates.ts'
import { MapDrawing } from './map-drawing.tsx'
import type { Marker } from './place-markers.ts'

const defaultZoom = 14

/**
 * Places as a schematic map and a list with addresses, coordinates and links to a map. Nothing is loaded from third
 * parties. A marker with invalid coordinates has only a name and an address.
 */
export function Maps({ block, reader }: BlockProps<'maps'>): ReactElement | null {
  const markers = block.markers.filter((marker) => isOnGlobe(marker) || marker.name.trim() || marker.address)
  if (markers.length === 0) return null
  const zoom = shownZoom(typeof block.zoom === 'number' ? block.zoom : defaultZoom) // not checked on hidden pages
  const Heading = block.headline ? 'h3' : 'h2'
  const { mapEmbed } = reader.site
  const host = mapEmbed.split('/')[2] ?? mapEmbed
  return (
    <Section id={domId('block', block.id)} headline={reader.words(block.headline, 'h2')}>
      <div className="maps" data-map="" data-zoom={zoom} data-embed={mapEmbed}>
        <MapDrawing markers={markers} zoom={zoom} reader={reader} />
        <ol className="maps__list" role="list">
          {markers.map((marker, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: markers have no id and never change their order
            <Place key={at} marker={marker} zoom={zoom} Heading={Heading} reader={reader} />
          ))}
        </ol>
      </div>
      {markers.some(isOnGlobe) && <p className="maps__notice">{reader.text('maps.notice', { host })}</p>}
    </Section>
  )
}

type PlaceProps = { marker: Marker; zoom: number; Heading: 'h2' | 'h3'; reader: Reader }

/** The name of a place falls back to its address, then to its coordinates. */
function Place({ marker, zoom, Heading, reader }: PlaceProps): ReactElement {
  const { lat, lng, address } = marker
  const coordinates = isOnGlobe(marker) ? `${latitude(lat, reader)}, ${longitude(lng, reader)}` : undefined
  const name = marker.name.trim() || address || coordinates || ''
  return (
    <li className="maps__place" data-lat={lat} data-lng={lng}>
      <Heading className="maps__name">{reader.words(name, 'h3')}</Heading>
      {address && address !== name && <p className="maps__address">{reader.words(address)}</p>}
      {coordinates && (
        <>
          {coordinates !== name && <p className="maps__coordinates">{coordinates}</p>}
          <button
            className="maps__show"
            type="button"
            data-map-show=""
            aria-pressed="false"
            aria-label={reader.text('maps.showOf', { name })}
          >
            {reader.text('maps.show')}
          </button>{' '}
          <MapLink marker={{ ...marker, name }} zoom={zoom} reader={reader} />
        </>
      )}
    </li>
  )
}

function MapLink({ marker, zoom, reader }: { marker: Marker; zoom: number; reader: Reader }): ReactElement {
  const { lat, lng, name } = marker
  const place = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=${Math.max(zoom, defaultZoom)}/${lat}/${lng}`
  return (
    <a
      className="maps__link"
      href={reader.link(place)}
      target="_blank"
      rel="noopener"
      aria-label={reader.text('maps.openStreetMapOf', { name })}
    >
      {reader.text('maps.openStreetMap')}
    </a>
  )
}
